// Prints the same in Node 20.
import { appendFile, cp, mkdtemp, open, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const scratch = await mkdtemp(path.join(tmpdir(), 'file-handles-'));
const attempt = async steps => {
  try {
    console.log(await steps());
  } catch (error) {
    console.log(error.name, error.code, error.errno, error.syscall);
  }
};

const file = path.join(scratch, 'a.txt');
const written = await open(file, 'w+');
await attempt(async () => (await written.write('first line\n')).bytesWritten);
await attempt(async () => (await written.write(Buffer.from('second\n'), 0, 6)).bytesWritten);
await attempt(async () => (await written.write('FIRST', 0)).bytesWritten);
await attempt(async () => (await written.stat()).size);
await attempt(async () => (await written.read(Buffer.alloc(5), 0, 5, 0)).buffer.toString());
await written.close();
await attempt(() => written.read());

const read = await open(file);
await attempt(async () => (await read.read({ length: 5 })).bytesRead);
await attempt(() => read.readFile('utf8'));
await attempt(() => read.write('no'));
await read.close();
const lines = [];
const again = await open(file);
for await (const line of again.readLines()) lines.push(line);
console.log(lines);
await again[Symbol.asyncDispose]();
await attempt(() => open(path.join(scratch, 'none')));
await attempt(() => open(file, 'wx'));

await attempt(() => cp(scratch, `${scratch}-copy`));
await attempt(() => cp(scratch, path.join(scratch, 'inside'), { recursive: true }));
const copy = `${scratch}-copy`;
await cp(scratch, copy, { recursive: true });
await attempt(() => readdir(copy));
await attempt(() => cp(file, path.join(copy, 'a.txt'), { force: false, errorOnExist: true }));
await cp(file, path.join(copy, 'new/b.txt'));
await attempt(() => readFile(path.join(copy, 'new/b.txt'), 'latin1'));

const last = await open(file, 'w+');
await writeFile(last, 'hello');
await appendFile(last, ' you');
await attempt(async () => [await readFile(file, 'utf8'), await readFile(last, 'utf8')]);
await attempt(() => last.read(Buffer.alloc(2), 3));
await attempt(() => last.read(Buffer.alloc(2), 0, 3));
await attempt(() => last.read(Buffer.alloc(2), 1.5));
await attempt(() => last.truncate(-1));
await attempt(() => last.truncate('x'));
await attempt(async () => (await last.stat()).size);
await attempt(async () => (await last.writev([Buffer.from('ab'), Buffer.from('cd')], 0)).bytesWritten);
const views = [Buffer.alloc(1), Buffer.alloc(5)];
await attempt(async () => [(await last.readv(views, 0)).bytesRead, `${views[0]}`, views[1].toString('latin1', 0, 3)]);
await attempt(() => last.writev('x'));
await last.close();
const ended = await open(file);
for await (const line of ended.readLines()) console.log(line);
await attempt(() => ended.fd);
for (const made of [scratch, copy]) await rm(made, { recursive: true });
