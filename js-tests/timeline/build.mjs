// Builds a timeline page from data, as `posttask` does: build.mjs DATA.json OUT.html
// The scripts are concatenated in the order which the comment in page.html gives.

import { readFile, writeFile } from 'node:fs/promises';

const FOLDER = new URL('../../reports/src/timeline/', import.meta.url);

function read(name) {
  return readFile(new URL(name, FOLDER), 'utf8');
}

/** The HTML of a page that shows the data, which is JSON text. */
export async function build(data) {
  const html = await read('page.html');
  const names = html.match(/Order of the scripts:([^.]*(?:\.js[^.]*)*)\./)[1].match(/\w+\.js/g);
  const scripts = await Promise.all(names.map(read));
  const parts = {
    '/*STYLE*/': await read('page.css'),
    '/*SCRIPT*/': scripts.join('\n'),
    '/*DATA*/': data.replaceAll('<', '\\u003c'),
  };
  return html.replace(/\/\*(?:STYLE|SCRIPT|DATA)\*\//g, (name) => parts[name]);
}

if (process.argv[1] === import.meta.filename) {
  const [, , source, target] = process.argv;
  if (!target) {
    console.error('usage: build.mjs DATA.json OUT.html');
    process.exit(2);
  }
  await writeFile(target, await build(await readFile(source, 'utf8')));
}
