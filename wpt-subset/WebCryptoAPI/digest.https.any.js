// META: title=Digests
'use strict';
const hex = buffer => [...new Uint8Array(buffer)].map(byte => byte.toString(16).padStart(2, '0')).join('');
const utf8 = text => new TextEncoder().encode(text);
// The examples of FIPS 180: the empty message and "abc".
const digests = {
  'SHA-1': ['da39a3ee5e6b4b0d3255bfef95601890afd80709', 'a9993e364706816aba3e25717850c26c9cd0d89d'],
  'SHA-256': [
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  ],
  'SHA-384': [
    '38b060a751ac96384cd9327eb1b1e36a21fdb71114be07434c0cc7bf63f6e1da274edebfe76f65fbd51ad2f14898b95b',
    'cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7',
  ],
  'SHA-512': [
    'cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce' +
      '47d0d13c5d85f2b0ff8318d2877eec2f63b931bd47417a81a538327af927da3e',
    'ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a' +
      '2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f',
  ],
};
for (const [name, [ofNothing, ofText]] of Object.entries(digests)) {
  for (const algorithm of [
    name, name.toLowerCase(), { name }, { toString: () => 'x', name: { toString: () => name } },
  ]) {
    promise_test(async () => {
      const result = await crypto.subtle.digest(algorithm, utf8('abc'));
      assert_class_string(result, 'ArrayBuffer');
      assert_equals(hex(result), ofText);
      assert_equals(hex(await crypto.subtle.digest(algorithm, new ArrayBuffer())), ofNothing);
    }, `${name}: ${format_value(algorithm)}`);
  }
}
promise_test(async () => {
  const bytes = utf8('xabcx');
  for (const data of [bytes.subarray(1, 4), new DataView(bytes.buffer, 1, 3), bytes.buffer.slice(1, 4)]) {
    assert_equals(hex(await crypto.subtle.digest('SHA-1', data)), digests['SHA-1'][1]);
  }
}, 'buffers and views');
promise_test(async () => {
  const bytes = utf8('abc');
  const promise = crypto.subtle.digest({ get name() { bytes[0] = 0; return 'SHA-1'; } }, bytes);
  bytes[1] = 0;
  assert_equals(hex(await promise), digests['SHA-1'][1]);
}, 'the data is copied before the algorithm is normalized');
promise_test(async () => {
  const bytes = utf8('abc');
  structuredClone(0, { transfer: [bytes.buffer] });
  assert_equals(hex(await crypto.subtle.digest('SHA-1', bytes)), digests['SHA-1'][0]);
}, 'a detached buffer is empty');
promise_test(async () => {
  const log = [];
  const promise = crypto.subtle.digest('SHA-256', new Uint8Array(1)).then(() => log.push('digest'));
  queueMicrotask(() => log.push('microtask'));
  log.push('caller');
  await promise;
  assert_array_equals(log, ['caller', 'microtask', 'digest']);
}, 'the promise is resolved in a task');
promise_test(async () => {
  const names = Object.keys(digests);
  const results = await Promise.all(names.map(name => crypto.subtle.digest(name, utf8('abc'))));
  assert_array_equals(results.map(hex), names.map(name => digests[name][1]));
}, 'several digests at once');
for (const name of ['', 'SHA1', 'SHA-224', 'MD5', 'AES-GCM', 'SHA-1\0', '\u017fHA-1', null, undefined, 1]) {
  promise_test(t => {
    return promise_rejects_dom(t, 'NotSupportedError', crypto.subtle.digest(name, new Uint8Array()));
  }, `unknown algorithm ${format_value(name)}`);
}
for (const algorithm of [{}, [], { name: undefined }, { name: Symbol() }, Symbol()]) {
  promise_test(t => {
    return promise_rejects_js(t, TypeError, crypto.subtle.digest(algorithm, new Uint8Array()));
  }, `wrong algorithm ${format_value(algorithm)}`);
}
for (const data of [undefined, null, 'text', [1], {}, new Uint8Array(new ArrayBuffer(1, { maxByteLength: 2 }))]) {
  promise_test(t => {
    return promise_rejects_js(t, TypeError, crypto.subtle.digest('SHA-1', data));
  }, `wrong data ${format_value(data)}`);
}
promise_test(async t => {
  const error = new Error('from the getter');
  await promise_rejects_exactly(t, error, crypto.subtle.digest({ get name() { throw error; } }, new Uint8Array()));
  await promise_rejects_js(t, TypeError, crypto.subtle.digest('SHA-1'));
  await promise_rejects_js(t, TypeError, crypto.subtle.digest.call({}, 'SHA-1', new Uint8Array()));
}, 'errors reject the promise');
