// Copies a link. Node also makes the one that leads out of the folder, which is not in /tmp: a checkout may be there.
import { cp, lstat, mkdtemp, readdir, readlink, rm, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';

const scratch = await mkdtemp('/var/tmp/links-');
const at = name => path.join(scratch, name);
const link = path.join(import.meta.dirname ?? '.', 'link_to_main.mjs');
const attempt = async steps => {
  try {
    console.log(await steps());
  } catch (error) {
    console.log(error.code, error.syscall, error.message.replace(/'.*'/, 'FILE').replaceAll(scratch, 'FOLDER'));
  }
};

await cp(link, at('verbatim'), { verbatimSymlinks: true });
await attempt(async () => [(await lstat(at('verbatim'))).isSymbolicLink(), await readlink(at('verbatim'))]);
await attempt(() => cp(link, at('out')));
await attempt(() => cp(at('verbatim'), at('full')));
await attempt(async () => (await readlink(at('full'))).replace(scratch, 'FOLDER'));
await attempt(() => cp(at('verbatim'), at('full')));
await cp(link, at('file'), { dereference: true });
await attempt(async () => (await lstat(at('file'))).isFile());
await attempt(() => writeFile(at('verbatim'), 'x'));
await attempt(() => unlink(at('verbatim')));
await attempt(() => readdir(scratch));
await rm(scratch, { recursive: true });
