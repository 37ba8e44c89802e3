// Prints the same in Node 20.
import fs, { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const top = mkdtempSync(path.join(tmpdir(), 'copies-'));
const at = name => path.join(top, name);
const short = text => String(text).replaceAll(`${top}/`, '').replaceAll(top, 'TOP');
const attempt = async (label, steps) => {
  try {
    console.log(label, await steps());
  } catch (error) {
    const { name, code, errno, syscall, message } = error;
    console.log(label, name, code, errno, syscall, short(message));
  }
};
const tree = folder => readdirSync(at(folder), { recursive: true }).sort().join();

mkdirSync(at('from/sub'), { recursive: true });
mkdirSync(at('empty'));
for (const name of ['from/a', 'from/b', 'from/sub/c', 'file']) writeFileSync(at(name), name);
const recursive = true;
const withoutB = async file => !file.endsWith('b');

await attempt('waits for filters', async () => {
  await cp(at('from'), at('filtered'), { recursive, filter: withoutB });
  return tree('filtered');
});
await attempt('calls back', async () => {
  await new Promise((resolve, reject) => {
    const end = error => (error ? reject(error) : resolve());
    fs.cp(at('from'), at('called'), { recursive, filter: withoutB }, end);
  });
  return tree('called');
});
await attempt('rejects', () => cp(at('from'), at('no'), { recursive, filter: () => Promise.reject(new Error('no')) }));
await attempt('throws', () => cp(at('from'), at('no'), { recursive, filter: () => null.none }));
await attempt('cannot wait', () => fs.cpSync(at('from'), at('no'), { recursive, filter: withoutB }));
console.log(fs.existsSync(at('no')));

for (const [name, copy] of [['cpSync', fs.cpSync], ['cp', cp]]) {
  const cases = {
    same: [at('file'), at('file')],
    'same folder': [at('from'), at('from'), { recursive }],
    'into itself': [at('from'), at('from/sub/deep'), { recursive }],
    'onto folder': [at('file'), at('empty')],
    'onto file': [at('empty'), at('file'), { recursive }],
    missing: [at('none'), at('no')],
    exists: [at('file'), at('from/a'), { force: false, errorOnExist: true }],
    recursive: [at('from'), at('no'), { recursive: 1 }],
    force: [at('from'), at('no'), { force: 'yes' }],
    filter: [at('from'), at('no'), { filter: 1 }],
    options: [at('from'), at('no'), 1],
    mode: [at('from'), at('no'), { mode: -1 }],
    'mode type': [at('from'), at('no'), { mode: 'x' }],
    pair: [at('from'), at('no'), { dereference: true, verbatimSymlinks: true }],
  };
  for (const [label, values] of Object.entries(cases)) await attempt(`${name} ${label}:`, () => copy(...values));
  await copy(at('file'), at('new/deep'));
  await attempt('made', () => readFileSync(at('new/deep'), 'utf8'));
}
await attempt('same file', () => fs.copyFileSync(at('file'), at('file')) ?? readFileSync(at('file'), 'utf8'));
try {
  fs.copyFileSync(at('file'), at('from/a'), fs.constants.COPYFILE_EXCL);
} catch (error) {
  console.log(error.code, error.syscall, readFileSync(at('from/a'), 'utf8'));
}
rmSync(top, { recursive: true });
