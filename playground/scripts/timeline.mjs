// Makes the timeline page that the playground shows in a frame, in public/: the page of the command, with its style and
// its scripts in files, because the Content Security Policy forbids those in the page.

import { mkdir, readFile, writeFile } from 'node:fs/promises';

const from = new URL('../../reports/src/timeline/', import.meta.url);
const to = new URL('../public/', import.meta.url);

const read = (name) => readFile(new URL(name, from), 'utf8');

/** Replaces a part of the page, which must be there. */
function replaced(text, part, by) {
  if (!text.includes(part)) throw new Error(`page.html has no ${part}`);
  return text.replace(part, () => by);
}

const page = await read('page.html');
const names = /Order of the scripts:([^.]*(?:\.js[^.]*)*)\./.exec(page)[1].match(/\w+\.js/g);
const scripts = await Promise.all(names.map(read));
let html = replaced(page, '<style>\n/*STYLE*/\n</style>', '<link rel="stylesheet" href="timeline.css">');
html = replaced(html, '/*DATA*/', '');
const SCRIPT = /<script>\n(.*)\/\*SCRIPT\*\/(.*)<\/script>/s;
const [whole, before, after] = SCRIPT.exec(html) ?? [];
if (whole === undefined) throw new Error('page.html has no element for the scripts');
html = replaced(html, whole, '<script src="timeline.js"></script>');
html = replaced(html, "style-src 'unsafe-inline'; script-src 'unsafe-inline'", "style-src 'self'; script-src 'self'");
await mkdir(to, { recursive: true });
await Promise.all([
  writeFile(new URL('timeline.html', to), html),
  writeFile(new URL('timeline.css', to), await read('page.css')),
  writeFile(new URL('timeline.js', to), before + scripts.join('\n') + after),
]);
