// Runs the programs that the documents link in the playground: programs.mjs COMMAND
// Fails if one throws what its section does not mention.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { documents } from './pages.mjs';

/** The programs that a page links, each with its section: the text from the heading before it to the next one. */
export function linkedPrograms(page) {
  return page.split(/^(?=#+ )/m).flatMap((section) => {
    const text = section.replace(/<a class="try".*<\/a>/g, '');
    return [...section.matchAll(/<a class="try" href="[^"]*#code=([\w-]+)"/g)].map(([, code]) => {
      const { source, language = 'js' } = JSON.parse(inflateRawSync(Buffer.from(code, 'base64url')));
      return { source, language, section: text };
    });
  });
}

/** Whether the section of a program mentions an uncaught error, by its name, or the program throws what is no error. */
export function announces(section, error) {
  const [, name] = /^Uncaught (?:\(in promise\) )?(\w*(?:Error|Exception))\b/.exec(error) ?? [];
  return name === undefined ? /\bthrow\b/.test(section) : section.includes(name);
}

/** The uncaught errors of a program that its section does not mention. */
function surprises(command, { source, language, section }) {
  const folder = mkdtempSync(join(tmpdir(), 'posttask-program-'));
  try {
    const file = join(folder, `app.${language}`);
    writeFileSync(file, source);
    // Some programs never end.
    const { stderr, error } = spawnSync(command, ['run', '--virtual-time', '--timeout', '1s', file], {
      encoding: 'utf8',
    });
    if (error !== undefined) throw error;
    return stderr.split('\n').filter((line) => line.startsWith('Uncaught ') && !announces(section, line));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What is wrong with the programs of all documents, and how many there are. */
export function checkPrograms(command) {
  const programs = documents().flatMap(({ path, page }) =>
    linkedPrograms(page).map((program) => ({ path, ...program })));
  const wrong = programs.flatMap((program) =>
    surprises(command, program).map((error) => `${program.path}: ${error}\n${program.source}`));
  return { count: programs.length, wrong };
}

if (process.argv[1] === import.meta.filename) {
  const { count, wrong } = checkPrograms(process.argv[2] ?? 'posttask');
  for (const text of wrong) console.error(text);
  console.log(`${count} programs, ${wrong.length} throw what their text does not mention`);
  process.exit(wrong.length === 0 ? 0 : 1);
}
