// args: --test-host
// Bad input of TextDecoder and TextEncoder, shared memory, and objects of other realms.
const attempt = (name, f) => {
  try { console.log(`${name}:`, f()); } catch (e) { console.log(`${name}: ${e.name}: ${e.message}`); }
};
const decoder = new TextDecoder(), encoder = new TextEncoder();
const fatal = new TextDecoder('shift_jis', { fatal: true });

attempt('an unknown label', () => new TextDecoder('no such encoding'));
attempt('a replacement label', () => new TextDecoder('ISO-2022-CN'));
attempt('a lone surrogate as a label', () => new TextDecoder('\ud800'));
attempt('a symbol as a label', () => new TextDecoder(Symbol()));
attempt('options that are no object', () => new TextDecoder('utf-8', 1));
attempt('a getter that throws', () => new TextDecoder('utf-8', { get fatal() { throw new RangeError('mine'); } }));
attempt('without new', () => TextDecoder());
attempt('decode: a string', () => decoder.decode('text'));
attempt('decode: null', () => decoder.decode(null));
attempt('decode: a proxy of an array', () => decoder.decode(new Proxy(new Uint8Array(1), {})));
attempt('decode: options that are no object', () => decoder.decode(undefined, 1));
attempt('decode: wrong this', () => decoder.decode.call(encoder));
attempt('decode: malformed bytes', () => fatal.decode(new Uint8Array([0x81])));
attempt('the next call', () => fatal.decode(new Uint8Array([0x82, 0xa0])));
attempt('encode: a symbol', () => encoder.encode(Symbol()));
attempt('encodeInto: one argument', () => encoder.encodeInto('a'));
attempt('encodeInto: a buffer', () => encoder.encodeInto('a', new ArrayBuffer(1)));

console.log('A call of decode within a call continues the stream that the outer call has not touched yet:');
attempt('re-entrance', () => {
  const stream = { stream: true };
  decoder.decode(new Uint8Array([0xe2]), stream);
  let inner;
  const outer = decoder.decode(new Uint8Array([0x41]), {
    get stream() { inner = decoder.decode(new Uint8Array([0x82, 0xac]), { stream: true }); return false; },
  });
  return `inner ${inner}, outer ${outer}`;
});

console.log('Shared and resizable buffers:');
const shared = new SharedArrayBuffer(8), growable = new SharedArrayBuffer(8, { maxByteLength: 16 });
attempt('encodeInto', () => JSON.stringify(encoder.encodeInto('shared', new Uint8Array(shared, 1))));
attempt('decode', () => JSON.stringify(decoder.decode(shared)));
attempt('decode a view', () => decoder.decode(new DataView(shared, 1, 3)));
attempt('decode a growable buffer', () => decoder.decode(growable));
attempt('encodeInto a growable buffer', () => encoder.encodeInto('a', new Uint8Array(growable)));
const resizable = new ArrayBuffer(1, { maxByteLength: 2 });
attempt('decode a view of a resizable buffer', () => decoder.decode(new Uint8Array(resizable)));

console.log('Another realm:');
const other = testHost.createRealm();
attempt('its array', () => decoder.decode(other.Uint8Array.of(97, 98)));
attempt('its decoder', () => other.TextDecoder.prototype.decode.call(decoder, new Uint8Array([99])));
attempt('its array for encodeInto', () => encoder.encodeInto('abc', new other.Uint8Array(2)).read);
attempt('the result of its encoder', () => new other.TextEncoder().encode('a') instanceof other.Uint8Array);
attempt('its error', () => {
  try { new other.TextDecoder('x'); } catch (e) { return e instanceof other.RangeError; }
});

console.log('A million malformed bytes, in a stream that fails with each of them:');
const malformed = new Uint8Array(1000).fill(0xff);
const strict = new TextDecoder('utf-8', { fatal: true });
let errors = 0;
for (let index = 0; index < 1000; index++) {
  try { strict.decode(malformed, { stream: true }); } catch { errors++; }
}
attempt('errors', () => errors);
attempt('replaced', () => decoder.decode(new Uint8Array(1e6).fill(0xff)).length);
