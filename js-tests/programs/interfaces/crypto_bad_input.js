// args: --virtual-time --test-host
// Random values follow from the seed, but those of Math.random do not depend on them.
console.log(Math.random(), crypto.randomUUID(), crypto.getRandomValues(new Uint32Array(2)).join());
console.log(Math.random());
const attempt = (name, f) => {
  try { console.log(`${name}:`, f()); } catch (e) { console.log(`${name}: ${e.name} ${e.code}: ${e.message}`); }
};
attempt('a float array', () => crypto.getRandomValues(new Float32Array(1)));
attempt('too many bytes', () => crypto.getRandomValues(new Uint16Array(32769)));
attempt('a buffer', () => crypto.getRandomValues(new ArrayBuffer(1)));
attempt('an array', () => crypto.getRandomValues([1]));
attempt('nothing', () => crypto.getRandomValues());
attempt('shared memory', () => crypto.getRandomValues(new Uint8Array(new SharedArrayBuffer(1))));
attempt('a resizable buffer', () => crypto.getRandomValues(new Uint8Array(new ArrayBuffer(1, { maxByteLength: 2 }))));
attempt('wrong this', () => crypto.randomUUID.call({}));
attempt('new Crypto()', () => new Crypto());
attempt('new SubtleCrypto()', () => new SubtleCrypto());
attempt('other methods', () => Object.getOwnPropertyNames(SubtleCrypto.prototype).join());

const other = testHost.createRealm();
attempt('another realm', () => [
  other.crypto instanceof other.Crypto, other.crypto.subtle instanceof other.SubtleCrypto, other.crypto !== crypto,
  Object.getOwnPropertyDescriptor(globalThis, 'crypto').get.call(other) === other.crypto,
].join());

const data = new Uint8Array(1);
const rejections = {
  'an unknown algorithm': () => crypto.subtle.digest('MD5', data),
  'an algorithm without a name': () => crypto.subtle.digest({}, data),
  'a symbol': () => crypto.subtle.digest(Symbol(), data),
  'a name that throws': () => crypto.subtle.digest({ name: { toString() { throw new RangeError('mine'); } } }, data),
  'data that is text': () => crypto.subtle.digest('SHA-1', 'text'),
  'shared data': () => crypto.subtle.digest('SHA-1', new SharedArrayBuffer(1)),
  'one argument': () => crypto.subtle.digest('SHA-1'),
  'digest: wrong this': () => crypto.subtle.digest.call(crypto, 'SHA-1', data),
};
(async () => {
  for (const [name, f] of Object.entries(rejections)) {
    await f().then(() => console.log(name, 'resolved'), e => console.log(`${name}: ${e.name}: ${e.message}`));
  }
  const buffer = await other.crypto.subtle.digest('sha-1', data);
  console.log(buffer instanceof other.ArrayBuffer, buffer.byteLength);
  const million = await crypto.subtle.digest('SHA-256', new Uint8Array(1e6).fill(0x61));
  console.log([...new Uint8Array(million, 0, 4)].map(byte => byte.toString(16)).join(' '));
  Object.defineProperty(Object.prototype, 'then', {
    configurable: true, get() { console.log('then of', Object.prototype.toString.call(this)); },
  });
  crypto.subtle.digest('SHA-1', data).finally(() => { delete Object.prototype.then; });
})();
setTimeout(() => console.log('a timer'), 0);
