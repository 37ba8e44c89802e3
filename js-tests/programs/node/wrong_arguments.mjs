// Arguments of the wrong type or out of range: Node prints the same.
import crypto from 'node:crypto';
import events, { EventEmitter } from 'node:events';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import timers from 'node:timers/promises';
import zlib from 'node:zlib';

const folder = path.join(path.dirname(fileURLToPath(import.meta.url)), '../../modules');
const require = createRequire(import.meta.url);
const attempt = async (label, steps) => {
    try {
        console.log(label, await steps());
    } catch (error) {
        const message = error.code ? error.message.replaceAll(folder, 'FOLDER') : '';
        console.log(label, 'threw', error.name, error.code, message);
    }
};

for (const value of [null, 5, {}]) {
    await attempt('getMaxListeners', () => events.getMaxListeners(value));
    await attempt('setMaxListeners', () => events.setMaxListeners(1, value));
    await attempt('listenerCount', () => events.listenerCount(value, 'a'));
    await attempt('addAbortListener', () => typeof events.addAbortListener(value, () => {}));
    await attempt('on', () => typeof events.on(new EventEmitter(), 'a', value));
    await attempt('highWaterMark', () => typeof events.on(new EventEmitter(), 'a', { highWaterMark: value }));
    await attempt('once', () => events.once(new EventEmitter(), 'a', { signal: value }));
    await attempt('type', () => process.emitWarning('message', 'Type', value));
    await attempt('hrtime', () => process.hrtime(value).length);
    await attempt('setTimeout', () => timers.setTimeout(value, 'v'));
    await attempt('options', () => timers.setTimeout(1, 'v', value));
    await attempt('ref', () => timers.setImmediate('v', { ref: value }));
    await attempt('createHash', () => crypto.createHash(value));
    await attempt('createHmac', () => crypto.createHmac('sha1', value));
    await attempt('hash', () => crypto.hash('md5', value));
    await attempt('salt', () => crypto.pbkdf2Sync('p', value, 1, 1, 'sha1'));
    await attempt('iterations', () => crypto.pbkdf2Sync('p', 's', value, 1, 'sha1').length);
    await attempt('timingSafeEqual', () => crypto.timingSafeEqual(value, value));
    await attempt('randomBytes', () => crypto.randomBytes(value).length);
    await attempt('crc32', () => zlib.crc32(value));
    await attempt('crc32 from', () => zlib.crc32('x', value));
    await attempt('level', () => zlib.gzipSync(value, { level: value }).length);
    await attempt('readdir', () => fs.readdirSync(folder, value).length > 0);
    await attempt('access', () => fs.accessSync(folder, value));
    await attempt('format', () => path.format(value));
}
process.off('warning', () => {});
await attempt('exitCode', () => (process.exitCode = 'x'));
await attempt('exitCode', () => (process.exitCode = 1.5));
await attempt('hrtime', () => process.hrtime([1]));
await attempt('cpuUsage', () => process.cpuUsage({ user: 'x' }));
await attempt('captureRejections', () => new EventEmitter({ captureRejections: 'x' }));
await attempt('hex', () => crypto.createHash('md5').update('abc', 'hex'));
await attempt('digest', () => crypto.createHash('md5').update('a').digest('nope').length);
await attempt('digest', () => crypto.createHmac('nope', 'key'));
await attempt('keylen', () => crypto.pbkdf2Sync('p', 's', 1, -1, 'sha1'));
await attempt('randomInt', () => typeof crypto.randomInt(3, undefined));
await attempt('encoding', () => fs.readFileSync(`${folder}/missing`, 'nope'));
await attempt('encoding', () => fs.promises.readdir(folder, { encoding: 'nope' }));
await attempt('encoding', () => fs.readFile(folder, { encoding: 'nope' }, () => {}));
await attempt('access', () => fs.accessSync(folder, 8));
await attempt('names', () => fs.readdirSync(folder, 'hex').every(name => /^[\da-f]+$/.test(name)));
await attempt('parent', () => fs.readdirSync(`${folder}/.`, { withFileTypes: true })[0].parentPath.endsWith('/.'));
await attempt('realpath', () => fs.realpathSync(`${folder}/missing/x`));
await attempt('native', () => fs.realpathSync.native(`${folder}/missing/x`));
await attempt('realpath', () => fs.promises.realpath(5));
await attempt('stat', () => fs.statSync(fileURLToPath(import.meta.url) + '/x', { throwIfNoEntry: false }));
await attempt('fileURLToPath', () => fileURLToPath('no URL'));
await attempt('resolve', () => [require.resolve('fs'), require.resolve('node:fs')]);
for (const name of ['.', '..', './', './programs/..']) {
    await attempt(name, () => {
        try {
            return require.resolve(name);
        } catch (error) {
            return [error.code, error.message.startsWith(`Cannot find module '${name}'`)];
        }
    });
}
