// Compares random graphs of modules in Node with another engine.
//
//   node compare.mjs ENGINE [FIRST SEED] [COUNT]
//
// Prints the folders of those that differ, with the first line that does. The exit code is 1 if there are any. How long
// the promise of an import takes is not compared.

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { graph } from './graph.mjs';

const [command, first = 0, count = 100] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'random-modules-'));

const MAIN = `
const kind = value =>
  typeof value === 'function' ? 'function ' + value.name
  : value?.[Symbol.toStringTag] === 'Module' ? 'namespace ' + keys(value)
  : String(value);
globalThis.log = (...words) => console.log(words.join(' '));
globalThis.show = read => { try { return kind(read()); } catch (error) { return error.name; } };
const keys = namespace =>
  Reflect.ownKeys(namespace)
    .filter(key => typeof key === 'string')
    .map(key => key + '=' + show(() => typeof namespace[key]));
for (const name of ['m0', 'm1', 'm0']) {
  await import('./' + name + '.mjs').then(
    namespace => log('import', name, keys(namespace)),
    error => log('import', name, error.name),
  );
}
`;

const run = (program, words, seed) => {
  const main = join(folder, String(seed), 'main.mjs');
  const { stdout, status } = spawnSync(program, [...words, main], { encoding: 'utf8', timeout: 20_000 });
  const lines = stdout.split('\n');
  const isImport = line => line.startsWith('import');
  return [...lines.filter(line => !isImport(line)), ...lines.filter(isImport), `exit code ${status}`];
};

let differing = 0;
for (let seed = Number(first); seed < Number(first) + Number(count); seed++) {
  mkdirSync(join(folder, String(seed)));
  writeFileSync(join(folder, String(seed), 'main.mjs'), MAIN);
  graph(seed).forEach((text, index) => writeFileSync(join(folder, String(seed), `m${index}.mjs`), text));
  const expected = run(process.execPath, [], seed);
  const [program, ...words] = command.split(' ');
  const actual = run(program, words, seed);
  const line = expected.findIndex((text, index) => text !== actual[index]);
  if (line < 0 && actual.length === expected.length) {
    rmSync(join(folder, String(seed)), { recursive: true });
    continue;
  }
  differing++;
  console.log(`--- ${join(folder, String(seed))}\nNode:   ${expected[line]}\nengine: ${actual[line]}`);
}
if (!differing) rmSync(folder, { recursive: true });
console.log(`${differing} of ${count} graphs differ`);
process.exitCode = differing ? 1 : 0;
