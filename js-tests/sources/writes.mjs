import fs, { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { appendFile, mkdtemp, readdir } from 'node:fs/promises';
import os from 'node:os';

const folder = await mkdtemp(`${os.tmpdir()}/posttask-`).catch(error => console.log(error.code, error.syscall));
try {
    writeFileSync(new URL('./written.txt', import.meta.url), 'x');
} catch (error) {
    console.log(error.code, error.message.replace(/'.*'/, 'FILE'));
}
if (folder) {
    mkdirSync(`${folder}/a/b`, { recursive: true });
    writeFileSync(`${folder}/a/b/c.txt`, 'one ');
    await appendFile(`${folder}/a/b/c.txt`, Buffer.from('two'));
    fs.renameSync(`${folder}/a/b/c.txt`, `${folder}/a/d.txt`);
    fs.copyFileSync(`${folder}/a/d.txt`, `${folder}/e.txt`);
    console.log(readFileSync(`${folder}/e.txt`, 'utf8'), await readdir(folder, { recursive: true }));
    rmSync(folder, { recursive: true });
    console.log(fs.existsSync(folder));
}
