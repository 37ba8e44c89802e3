// node:crypto: Node prints the same.
import crypto, {
    createHash,
    createHmac,
    pbkdf2Sync,
    randomBytes,
    randomInt,
    randomUUID,
    timingSafeEqual,
} from 'node:crypto';
import { promisify } from 'node:util';

for (const algorithm of ['md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512', 'SHA256', 'RSA-SHA256']) {
    console.log(
        algorithm,
        createHash(algorithm)
            .update('héllo')
            .update(Buffer.from([1, 2]))
            .digest('hex'),
    );
    console.log(createHmac(algorithm, 'key').update('text').digest('base64'));
}
console.log(createHash('sha256').digest(), createHash('sha1').update('ff', 'hex').digest('base64url'));
console.log(createHmac('sha256', 'k'.repeat(100)).update('x').digest('hex'));
const hash = createHash('sha256').update('a');
const copy = hash.copy();
console.log(hash.digest('hex') === copy.digest('hex'));
for (const steps of [
    () => hash.update('b'),
    () => hash.digest(),
    () => createHash('sha256').update(5),
    () => createHash(1),
    () => randomBytes(-1),
    () => randomBytes('1'),
    () => randomInt(5, 1),
    () => timingSafeEqual(Buffer.alloc(1), Buffer.alloc(2)),
]) {
    try {
        console.log(steps());
    } catch (error) {
        console.log(error.name, error.code, error.message);
    }
}
console.log(pbkdf2Sync('password', 'salt', 3, 40, 'sha256').toString('hex'));
console.log(randomBytes(8).length, Buffer.isBuffer(randomBytes(1)), /^[\da-f-]{36}$/.test(randomUUID()));
console.log(
    (await promisify(randomBytes)(4)).length,
    Array.from({ length: 50 }, () => randomInt(3)).every(n => n >= 0 && n < 3),
);
console.log(timingSafeEqual(Buffer.from('a'), Buffer.from('a')), timingSafeEqual(Buffer.from('a'), Buffer.from('b')));
console.log(
    crypto.getHashes().includes('sha256'),
    crypto.webcrypto === globalThis.crypto,
    crypto.randomFillSync(Buffer.alloc(3)).length,
);
