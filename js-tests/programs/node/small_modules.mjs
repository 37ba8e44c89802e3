// node:string_decoder, node:os, node:net, node:punycode and others: Node prints the same.
import { StringDecoder } from 'node:string_decoder';
import net from 'node:net';
import os, { EOL } from 'node:os';
import module, { createRequire, isBuiltin } from 'node:module';
import { STATUS_CODES, METHODS, validateHeaderName } from 'node:http';
import vm from 'node:vm';
import { performance } from 'node:perf_hooks';
import { isMainThread, parentPort, threadId } from 'node:worker_threads';
import { text } from 'node:stream/consumers';

for (const [encoding, bytes] of [
    ['utf8', [0xe2, 0x82, 0xac, 0xf0, 0x9f, 0x98, 0x80, 0x61]],
    ['utf8', [0xe2, 0x61, 0xff, 0xc3]],
    ['utf16le', [0x61, 0x00, 0xac, 0x20, 0x62]],
    ['base64', [1, 2, 3, 4, 5]],
    ['hex', [1, 255]],
    ['latin1', [233, 65]],
]) {
    const decoder = new StringDecoder(encoding);
    const parts = bytes.map(byte => decoder.write(Buffer.from([byte])));
    console.log(encoding, JSON.stringify([...parts, decoder.end()]));
}
for (const address of [
    '127.0.0.1',
    '256.1.1.1',
    '::1',
    '1::2::3',
    'fe80::1%eth0',
    '::ffff:1.2.3.4',
    'a',
    '',
    '1:2:3:4:5:6:7:8',
    '1:2:3:4:5:6:7',
]) {
    console.log(address, net.isIP(address), net.isIPv4(address), net.isIPv6(address));
}
console.log(
    JSON.stringify(EOL),
    typeof os.platform(),
    os.endianness(),
    typeof os.tmpdir(),
    os.constants.signals.SIGINT,
);
console.log(
    isBuiltin('fs'),
    isBuiltin('node:fs'),
    isBuiltin('react'),
    module.builtinModules.includes('events'),
    typeof createRequire,
);
console.log(STATUS_CODES[404], METHODS.includes('GET'), Object.keys(STATUS_CODES).length > 60);
try {
    validateHeaderName('a b');
} catch (error) {
    console.log(error.code, error.message);
}
console.log(
    vm.runInThisContext('1 + 2'),
    new vm.Script('globalThis.fromScript = 4').runInThisContext(),
    fromScript,
    vm.isContext({}),
);
console.log(
    performance === globalThis.performance,
    typeof performance.timerify(() => 1),
    isMainThread,
    parentPort,
    threadId,
);
console.log(
    await text(
        (async function* () {
            yield 'a';
            yield Buffer.from('b');
        })(),
    ),
);
const require = createRequire(import.meta.url);
console.log(
    ['util', 'node:util', 'path', 'stream/web', 'os', 'timers'].every(
        name => require(name) === require(name.replace('node:', '')),
    ),
);
// Characters in several chunks, also those that do not exist.
const decoded = (encoding, ...chunks) => {
    const decoder = new StringDecoder(encoding);
    return [
        ...chunks.map(chunk => [decoder.write(Buffer.from(chunk, 'hex')), decoder.lastNeed, decoder.lastTotal]),
        decoder.end(),
    ];
};
for (const chunks of [
    ['e2', '82', 'ac'],
    ['e2', '61'],
    ['f09f', '98f09f98', '80'],
    ['f5', '80'],
    ['c0', '80'],
    ['ed', 'a0', '80'],
    ['8080'],
    ['ff61'],
]) {
    console.log(JSON.stringify(decoded('utf8', ...chunks)));
}
for (const chunks of [
    ['61', '003dd8', '00de'],
    ['3d', 'd8', '00de'],
    ['3dd8', '61'],
    ['3dd83dd8', '00de'],
]) {
    console.log(JSON.stringify(decoded('utf16le', ...chunks)));
}
console.log(JSON.stringify([decoded('base64', '61', '626364', '65'), decoded('hex', '61')]));
