// node:fs: Node prints the same.
import fs, { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { readFile, readdir, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = path.join(path.dirname(fileURLToPath(import.meta.url)), '../../modules');
const attempt = async (label, steps) => {
    try {
        console.log(label, await steps());
    } catch (error) {
        const text = error.message.replaceAll(folder, 'FOLDER');
        console.log(
            label,
            error.name,
            error.code,
            error.errno,
            error.syscall,
            text,
            (error.path ?? '').replaceAll(folder, 'FOLDER'),
        );
    }
};
const data = path.join(folder, 'data.json');
await attempt('text', () => readFileSync(data, 'utf8'));
await attempt('options', () => readFileSync(data, { encoding: 'hex' }).length);
await attempt('bytes', () => Buffer.isBuffer(readFileSync(data)));
await attempt('promise', () => readFile(data, 'utf8'));
await attempt(
    'callback',
    () => new Promise(resolve => fs.readFile(data, 'utf8', (error, text) => resolve([error, text.length]))),
);
await attempt('url', () => readFileSync(new URL('../../modules/data.json', import.meta.url), 'utf8').length);
await attempt('missing', () => readFileSync(path.join(folder, 'none')));
await attempt('missing promise', () => readFile(path.join(folder, 'none')));
await attempt('missing callback', () => new Promise((resolve, reject) => fs.stat(path.join(folder, 'none'), reject)));
await attempt('folder', () => readFileSync(folder));
await attempt('list', () => readdirSync(folder).sort().join());
await attempt('list promise', async () => (await readdir(folder)).length === readdirSync(folder).length);
await attempt('types', () =>
    readdirSync(folder, { withFileTypes: true }).every(entry => entry.isFile() && !entry.isDirectory()),
);
await attempt('not a folder', () => readdirSync(data));
await attempt('stat', () => [
    statSync(data).isFile(),
    statSync(folder).isDirectory(),
    statSync(data).size,
    statSync(data).mtime instanceof Date,
]);
await attempt('stat missing', () => statSync(path.join(folder, 'none'), { throwIfNoEntry: false }));
await attempt('stat error', () => stat(path.join(folder, 'none')));
await attempt('exists', () => [existsSync(data), existsSync(path.join(folder, 'none')), existsSync(5)]);
await attempt('access', () => fs.accessSync(path.join(folder, 'none')));
await attempt('real', () => path.basename(fs.realpathSync(data)));
await attempt('type', () => readFileSync({}));
await attempt('zero', () => readFileSync('a\0b'));
await attempt(
    'require',
    () => createRequire(import.meta.url)('fs') === fs && createRequire(import.meta.url)('fs/promises') === fs.promises,
);
