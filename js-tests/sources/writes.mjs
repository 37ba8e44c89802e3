import fs, { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { appendFile, mkdtemp, readdir } from 'node:fs/promises';

const folder = await mkdtemp('/tmp/posttask-').catch(error => console.log(error.code, error.syscall));
try {
    writeFileSync('/written-outside-of-the-folder.txt', 'x');
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
