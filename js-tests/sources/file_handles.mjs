// Prints the same in Node 20.
import { cp, mkdtemp, open, readFile, readdir, rm } from 'node:fs/promises';
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
for (const made of [scratch, copy]) await rm(made, { recursive: true });
