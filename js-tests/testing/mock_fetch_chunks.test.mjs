// `t.mock.fetch` with bodies that arrive in chunks: of streams, and with latencies.
import test from 'node:test';
import assert from 'node:assert/strict';

const url = 'https://a.test/';
const bytes = text => new TextEncoder().encode(text);
const sleep = ms => new Promise(resolve => setTimeout(resolve, ms));

/** The chunks of a body, with the times at which they arrive. */
async function read(t, init) {
  const { body } = await fetch(url, init);
  const start = `${t.clock.now} head`;
  const chunks = [];
  for await (const text of body.pipeThrough(new TextDecoderStream())) chunks.push(`${t.clock.now} ${text}`);
  return [start, ...chunks];
}

test('each chunk has its latency', async t => {
  const chunks = ['one', bytes('two'), new Blob(['three'])];
  t.mock.fetch({ [url]: { chunks, latency: 20 } });
  assert.deepEqual(await read(t), ['0 head', '20 one', '40 two', '60 three']);
  t.mock.fetch(() => ({ chunks, latency: [5, 0, 100], status: 201, headers: { 'x-a': 'b' } }), { latency: 10 });
  const response = await fetch(url);
  assert.deepEqual([response.status, response.headers.get('x-a'), t.clock.now], [201, 'b', 70]);
  assert.equal(await response.text(), 'onetwothree');
  assert.equal(t.clock.now, 175);
});

test('the chunks of a stream arrive as it produces them', async t => {
  t.mock.fetch(() => new Response(new ReadableStream({
    async start(controller) {
      for (const text of ['one', 'two', 'three']) {
        await sleep(30);
        controller.enqueue(bytes(text));
      }
      controller.close();
    },
  })), { latency: 40 });
  assert.deepEqual(await read(t), ['40 head', '40 one', '60 two', '90 three']);
});

test('a response with a stream can answer several requests', async t => {
  const text = async () => (await fetch(url)).text();
  t.mock.fetch({ [url]: new Response(ReadableStream.from(['a', 'b'].map(bytes))) });
  assert.deepEqual([await text(), await text()], ['ab', 'ab']);
});

test('a stream waits for the program that reads, and is canceled with it', async t => {
  let pulls = 0;
  let canceled = false;
  const source = {
    pull(controller) {
      pulls++;
      controller.enqueue(new Uint8Array(64 * 1024));
    },
    cancel() {
      canceled = true;
    },
  };
  t.mock.fetch(() => new Response(new ReadableStream(source)));
  const { body } = await fetch(url);
  await sleep(100);
  const before = pulls;
  assert.ok(before < 10, `${before} chunks`);
  const reader = body.getReader();
  for (let i = 0; i < 10; i++) await reader.read();
  await sleep(100);
  assert.ok(pulls >= before + 8 && pulls <= before + 12, `${pulls} chunks`);
  await reader.cancel();
  await sleep(0);
  assert.ok(canceled);
});

test('an abort during the body reaches both sides', async t => {
  let canceled = false;
  t.mock.fetch(() => new Response(new ReadableStream({
    start: controller => controller.enqueue(bytes('start')),
    cancel() {
      canceled = true;
    },
  })));
  const response = await fetch(url, { signal: AbortSignal.timeout(50) });
  await assert.rejects(response.text(), { name: 'TimeoutError' });
  assert.equal(t.clock.now, 50);
  assert.ok(canceled);
});

test('a stream that fails, and chunks that are none', async t => {
  t.mock.fetch(() => new Response(new ReadableStream({ start: controller => controller.error(new Error('broken')) })));
  const response = await fetch(url);
  const { message } = await response.text().catch(error => error);
  assert.equal(message, 'fetch: the body of the response failed with Error: broken');
  t.mock.fetch(() => new Response(ReadableStream.from(['text'])));
  await assert.rejects((await fetch(url)).text(), TypeError);
  for (const answer of [{ chunks: 3 }, { chunks: ['a'], latency: [1, 2] }, { chunks: [], latency: -1 }]) {
    t.mock.fetch(() => answer);
    await assert.rejects(fetch(url), { name: 'TypeError' });
  }
});

test('in one of all orders, the chunks of two responses arrive like this', { explore: true }, async t => {
  t.mock.fetch(() => ({ chunks: ['1', '2'] }));
  const order = [];
  const log = async name => {
    const { body } = await fetch(url);
    for await (const text of body.pipeThrough(new TextDecoderStream())) order.push(name + text);
  };
  await Promise.all([log('a'), log('b')]);
  assert.notEqual(order.join(), 'b1,a1,a2,b2');
});

test('an aborted request cancels its body', async t => {
  t.mock.fetch(() => 'not reached');
  let reason;
  const body = new ReadableStream({
    pull: async controller => controller.enqueue(await new Promise(done => setTimeout(done, 5, new Uint8Array(1)))),
    cancel: why => { reason = why; },
  });
  const controller = new AbortController();
  setTimeout(() => controller.abort('enough'), 12);
  const sent = fetch(url, { method: 'POST', body, duplex: 'half', signal: controller.signal });
  assert.equal(await sent.catch(why => why), 'enough');
  await new Promise(done => setTimeout(done, 20));
  assert.equal(reason, 'enough');
});
