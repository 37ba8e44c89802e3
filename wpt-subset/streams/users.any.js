// META: title=What uses streams: bodies, blobs, text and compression

const text = stream => new Response(stream).text();

promise_test(async () => {
  const response = new Response('hello', { status: 201, headers: { a: '1' } });
  const copy = new Response(response.body, response);
  copy.headers.set('b', '2');
  assert_equals(response.body, response.body);
  assert_true(response.body.locked === false && !response.bodyUsed);
  assert_equals(await copy.text(), 'hello');
  assert_true(response.bodyUsed);
  assert_equals(copy.status, 201);
  assert_throws_js(TypeError, () => response.clone());
  assert_throws_js(TypeError, () => new Response(response.body));
}, 'The stream of a response can be the body of another');

promise_test(async () => {
  const response = new Response(ReadableStream.from([new Uint8Array([104]), new Uint8Array([105])]));
  const copy = response.clone();
  assert_equals(await response.text() + await copy.text(), 'hihi');
}, 'A clone tees the stream');

promise_test(async t => {
  await promise_rejects_js(t, TypeError, new Response(ReadableStream.from(['text'])).text());
  const broken = new ReadableStream({ start(controller) { controller.error(new RangeError('x')); } });
  await promise_rejects_js(t, RangeError, new Response(broken).arrayBuffer());
}, 'Chunks must be bytes, and errors of the stream reject');

promise_test(async () => {
  const body = ReadableStream.from([new Uint8Array([120])]);
  assert_throws_js(TypeError, () => new Request('http://x.test/', { method: 'POST', body }));
  const request = new Request('http://x.test/', { method: 'POST', body, duplex: 'half' });
  const other = new Request(request);
  assert_true(request.bodyUsed);
  assert_equals(await other.text(), 'x');
}, 'A request with a stream needs the option duplex, and another request takes it over');

promise_test(async () => {
  const long = 'é'.repeat(100000);
  const blob = new Blob([long]);
  let length = 0;
  for await (const chunk of blob.stream()) length += chunk.byteLength;
  assert_equals(length, 200000);
  assert_equals(await text(blob.stream()), long);
}, 'A blob has a stream of its bytes');

promise_test(async () => {
  const bytes = ReadableStream.from(['a\ud83d', '\ude00', '\ud83d']).pipeThrough(new TextEncoderStream());
  assert_equals(await text(bytes), 'a😀\ufffd');
  const split = ReadableStream.from([new Uint8Array([0xf0, 0x9f]), new Uint8Array([0x98, 0x80])]);
  const decoded = [];
  for await (const chunk of split.pipeThrough(new TextDecoderStream())) decoded.push(chunk);
  assert_equals(decoded.join(), '😀');
}, 'Characters that are split between chunks are joined');

promise_test(async t => {
  const invalid = ReadableStream.from([new Uint8Array([0xff])]);
  const stream = invalid.pipeThrough(new TextDecoderStream('utf-8', { fatal: true }));
  await promise_rejects_js(t, TypeError, stream.getReader().read());
}, 'A fatal decoder makes the stream fail');

for (const format of ['gzip', 'deflate', 'deflate-raw']) {
  promise_test(async t => {
    const long = 'to be compressed '.repeat(5000);
    const packed = await new Response(new Blob([long]).stream().pipeThrough(new CompressionStream(format))).bytes();
    assert_less_than(packed.length, long.length / 10);
    const unpack = bytes => text(new Blob([bytes]).stream().pipeThrough(new DecompressionStream(format)));
    assert_equals(await unpack(packed), long);
    await promise_rejects_js(t, TypeError, unpack(packed.slice(0, -1)), 'it is not complete');
    await promise_rejects_js(t, TypeError, unpack([...packed, 0].join()), 'it is not compressed');
  }, `Compression and decompression: ${format}`);
  promise_test(async () => {
    const packed = await new Response(new Blob(['a text']).stream().pipeThrough(new CompressionStream(format))).bytes();
    const { readable, writable } = new DecompressionStream(format);
    const [writer, reader] = [writable.getWriter(), readable.getReader()];
    writer.write(packed);
    const { value } = await reader.read();
    assert_equals(new TextDecoder().decode(value), 'a text');
    writer.close();
    assert_true((await reader.read()).done);
  }, `What is decompressed does not wait for the end of the stream: ${format}`);
}
