// args: --max-memory 400
// Bodies, buffers and texts that nobody has any more. Their bytes are no reason for the engine to collect garbage.

for (let i = 0; i < 80; i++) await new Response(new Blob([new Uint8Array(1e7)])).arrayBuffer();
console.log('bodies of blobs');
const bytes = new Uint8Array(1e6);
for (let i = 0; i < 1_000; i++) {
  new Response(bytes);
  if (i % 50 === 0) await scheduler.yield();
}
console.log('bodies');
for (let i = 0; i < 800; i++) {
  new Uint8Array(1e6);
  await null;
}
console.log('buffers');
