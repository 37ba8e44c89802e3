// Runs the texts of programs in another process, with an engine.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const tools = fileURLToPath(new URL('tools.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'random-code-'));
process.on('exit', () => rmSync(folder, { recursive: true }));

const file = join(folder, 'programs.mjs');

const source = texts => `import { run } from ${JSON.stringify(tools)};
globalThis.process?.on?.('unhandledRejection', () => {});
globalThis.addEventListener?.('unhandledrejection', event => event.preventDefault());
for (const text of ${JSON.stringify(texts)}) console.log(JSON.stringify(await run(text)));
`;

const once = (command, texts) => {
  writeFileSync(file, source(texts));
  const { stdout, status, signal } = spawnSync(command[0], [...command.slice(1), file], {
    encoding: 'utf8',
    timeout: 20_000 + 1_000 * texts.length,
    maxBuffer: 2 ** 30,
  });
  const lines = stdout.split('\n').filter(line => line.startsWith('"'));
  const results = lines.map(line => JSON.parse(line));
  // The program that is not finished has ended the process, or does not end.
  if (results.length < texts.length) results.push(`no result: ${signal ?? status}`);
  return results;
};

/** The results of all texts. `command` is a list: a program and its arguments. */
export const results = (command, texts) => {
  const all = [];
  while (all.length < texts.length) all.push(...once(command, texts.slice(all.length)));
  return all;
};

/** The results of Node and of another engine, for each text. */
export const both = (command, texts) => {
  const expected = results([process.execPath], texts);
  const actual = results(command, texts);
  return texts.map((text, index) => ({ text, expected: expected[index], actual: actual[index] }));
};
