// The members of what the readers return are in the order of their names.
const stream = type =>
  new ReadableStream({
    type,
    start(controller) {
      controller.enqueue(new Uint8Array([1]));
      controller.close();
    },
  });
const reader = stream().getReader();
console.log(JSON.stringify([await reader.read(), await reader.read()]));
const byob = stream('bytes').getReader({ mode: 'byob' });
for (const view of [new Uint8Array(1), new Uint8Array(1)]) console.log(JSON.stringify(await byob.read(view)));
console.log(JSON.stringify(await stream().values().next()));
