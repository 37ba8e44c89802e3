// Builds the site in dist/ from pages/. Fails if VitePress prints a warning or an error, after which it would publish
// what it has, or if a page is empty.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The pages of a folder that have no text of their own. */
export function emptyPages(folder, names) {
  return names.filter((name) => {
    const [, main = ''] = /<main\b[^>]*>([^]*?)<\/main>/.exec(readFileSync(join(folder, name), 'utf8')) ?? [];
    return main.replace(/<[^>]*>/g, '').trim() === '';
  });
}

/** Calls a function, and returns what it prints as warnings and errors, which is printed, too. */
export async function complaints(run) {
  const complaints = [];
  const { warn, error } = console;
  const collect = (print) => (...values) => {
    complaints.push(values.join(' '));
    print(...values);
  };
  Object.assign(console, { warn: collect(warn), error: collect(error) });
  try {
    await run();
  } finally {
    Object.assign(console, { warn, error });
  }
  return complaints;
}

if (process.argv[1] === import.meta.filename) {
  // Only here: the tests of the rules need no packages.
  const { build } = await import('vitepress');
  const printed = await complaints(() => build(import.meta.dirname));
  const names = readdirSync(join(import.meta.dirname, 'pages')).filter((name) => name.endsWith('.md'));
  const empty = emptyPages(join(import.meta.dirname, 'dist'), names.map((name) => name.replace(/md$/, 'html')));
  for (const name of empty) console.error(`${name} is empty`);
  // Workers of VitePress may be left.
  process.exit(printed.length + empty.length === 0 ? 0 : 1);
}
