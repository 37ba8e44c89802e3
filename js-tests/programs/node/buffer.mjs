// node:buffer: Node prints the same.
import { Buffer, constants, isAscii, isUtf8, transcode } from 'node:buffer';
import { inspect } from 'node:util';

const attempt = (label, steps) => {
    try {
        const value = steps();
        console.log(label, typeof value === 'object' ? inspect(value) : value);
    } catch (error) {
        console.log(label, 'threw', error.name, error.code, error.message);
    }
};
const text = 'héllo wörld € 😀';
for (const encoding of [
    'utf8',
    'UTF-8',
    'hex',
    'base64',
    'base64url',
    'latin1',
    'binary',
    'ascii',
    'utf16le',
    'ucs2',
]) {
    attempt(encoding, () => Buffer.from(text, encoding));
    attempt(`${encoding} back`, () => Buffer.from(text).toString(encoding));
    attempt(`${encoding} length`, () => Buffer.byteLength(text, encoding));
}
attempt('hex odd', () => Buffer.from('abc', 'hex'));
attempt('hex bad', () => Buffer.from('12zz34', 'hex'));
attempt('base64 loose', () => Buffer.from('aGk\n=', 'base64').toString());
attempt('base64 url', () => Buffer.from('-_-_', 'base64'));
attempt('encoding', () => Buffer.from('x', 'nope'));
attempt('array', () => Buffer.from([1, 256, -1, 3.7, '5', 'x']));
attempt('buffer', () => Buffer.from(Buffer.from('abc')));
attempt('array buffer', () => Buffer.from(new Uint8Array([1, 2, 3, 4]).buffer, 1, 2));
attempt('json', () => Buffer.from(JSON.parse(JSON.stringify(Buffer.from('hi')))));
attempt('number', () => Buffer.from(5));
attempt('null', () => Buffer.from(null));
attempt('alloc', () => Buffer.alloc(5, 'ab'));
attempt('alloc number', () => Buffer.alloc(3, 257));
attempt('size', () => Buffer.alloc(-1));
attempt('size type', () => Buffer.alloc('1'));
attempt('concat', () => Buffer.concat([Buffer.from('ab'), new Uint8Array([99])]));
attempt('concat short', () => Buffer.concat([Buffer.from('abc')], 2));
attempt('concat bad', () => Buffer.concat(['a']));
attempt('compare', () => [
    Buffer.compare(Buffer.from('a'), Buffer.from('b')),
    Buffer.from('b').compare(Buffer.from('a')),
]);
attempt('equals', () => Buffer.from('a').equals(new Uint8Array([97])));
const buffer = Buffer.from('hello world');
attempt('slice', () => buffer.slice(0, 5).toString() + buffer.subarray(-5).toString());
attempt('shared', () => {
    const copy = Buffer.from(buffer);
    copy.slice(0, 1)[0] = 72;
    return copy.toString();
});
attempt('index', () => [
    buffer.indexOf('o'),
    buffer.indexOf('o', 5),
    buffer.lastIndexOf('o'),
    buffer.indexOf(Buffer.from('wor')),
    buffer.includes('xyz'),
    buffer.indexOf(108),
    buffer.lastIndexOf('l', -5),
    buffer.indexOf(''),
]);
attempt('fill', () => Buffer.alloc(6).fill('abc').toString() + Buffer.alloc(4).fill('ÿ', 'latin1').toString('hex'));
attempt('fill empty', () => Buffer.alloc(2, 1).fill(''));
attempt('write', () => {
    const target = Buffer.alloc(8);
    return [target.write('abc', 1), target.write('€€', 4), target.write('ff', 0, 'hex'), target.toString('hex')];
});
attempt('copy', () => {
    const target = Buffer.alloc(4);
    return [buffer.copy(target, 1, 2, 4), target];
});
attempt('string', () => [buffer.toString('utf8', 2, 4), String(buffer), `${buffer.toJSON().data.length}`]);
attempt('swap', () => [Buffer.from([1, 2, 3, 4]).swap16(), Buffer.from([1, 2, 3, 4]).swap32()]);
attempt('swap size', () => Buffer.from([1, 2, 3]).swap16());
for (const [name, value] of [
    ['UInt8', 200],
    ['Int8', -5],
    ['UInt16LE', 513],
    ['UInt16BE', 513],
    ['Int16LE', -2],
    ['UInt32BE', 4e9],
    ['Int32LE', -7],
    ['FloatBE', 1.5],
    ['DoubleLE', Math.PI],
    ['BigInt64BE', -5n],
    ['BigUInt64LE', 5n],
]) {
    attempt(name, () => {
        const target = Buffer.alloc(10);
        return [target[`write${name}`](value, 1), target[`read${name}`](1), target.toString('hex')];
    });
}
attempt('width', () => [
    Buffer.from([1, 2, 3, 4, 5, 6]).readUIntBE(0, 6),
    Buffer.from([255, 255, 255]).readIntLE(0, 3),
    Buffer.alloc(6).writeIntBE(-3, 0, 5),
]);
attempt('range', () => Buffer.alloc(2).writeUInt8(256));
attempt('range big', () => Buffer.alloc(8).writeInt32LE(2 ** 40));
attempt('offset', () => Buffer.alloc(2).readUInt16LE(1));
attempt('offset type', () => Buffer.alloc(2).readUInt8('0'));
attempt('outside', () => Buffer.alloc(1).readUInt32LE());
attempt('bounds', () => Buffer.from(new ArrayBuffer(2), 3));
attempt('is', () => [
    Buffer.isBuffer(buffer),
    Buffer.isBuffer(new Uint8Array(1)),
    Buffer.isEncoding('HEX'),
    Buffer.isEncoding('x'),
    buffer instanceof Uint8Array,
]);
attempt('shown', () => Buffer.alloc(60, 'x'));
attempt('map', () => buffer.subarray(0, 3).map(byte => byte + 1));
attempt('iterate', () => [...Buffer.from('ab').entries()].join());
attempt('old', () => Buffer('abc').toString('hex') + new Buffer([1]).length);
attempt('checks', () => [isAscii(Buffer.from('a')), isAscii(Buffer.from('é')), isUtf8(Buffer.from([255]))]);
attempt('transcode', () => transcode(Buffer.from('€é'), 'utf8', 'latin1'));
attempt('constants', () => typeof constants.MAX_LENGTH);
attempt('atob', () => Buffer.from(btoa('x'), 'base64').toString() + Buffer.of(1, 2).length);
attempt('assign', () => Buffer.prototype.hasOwnProperty('parent') && Buffer.poolSize);
const bytes = () => Buffer.from('abcdefgh');
for (const value of [null, '1', 1.5, NaN, -1, 9, Infinity]) {
    attempt('fill', () => bytes().fill('x', value).toString());
    attempt('fill end', () => bytes().fill(1, 0, value).length);
    attempt('write', () => bytes().write('xyz', value));
    attempt('write length', () => bytes().write('xyz', 1, value));
    attempt('compare', () => bytes().compare(bytes(), value));
    attempt('copy', () => bytes().copy(Buffer.alloc(4), value));
    attempt('copy source', () => bytes().copy(Buffer.alloc(4), 0, value));
    attempt('concat', () => Buffer.concat([bytes()], value).length);
    attempt('copyBytesFrom', () => Buffer.copyBytesFrom(new Uint8Array(4), value).length);
    attempt('lastIndexOf', () => bytes().lastIndexOf('c', value));
    attempt('read', () => bytes().readUInt16LE(value));
    attempt('write number', () => bytes().writeIntBE(1, value, 6));
}
attempt('limits', () => bytes().writeUIntBE(-1, 0, 6));
attempt('limits', () => bytes().writeBigInt64LE(2n ** 63n));
attempt('no bigint', () => bytes().writeBigInt64LE(1));
attempt('units', () => Buffer.from('abcab', 'ucs2').indexOf('a', 1, 'ucs2'));
attempt(
    'low bytes',
    () => Buffer.from('\u0141\u0142==', 'base64').length + Buffer.from('\u0131\u0132', 'hex').toString('hex'),
);
attempt('only text', () => bytes().write(5));
attempt('encoding', () => Buffer.from('a', {}).toString() + bytes().toString({}));
