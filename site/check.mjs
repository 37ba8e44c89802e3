// Checks all links of the built site that stay on it: check.mjs [FOLDER]

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const base = process.env.BASE ?? '/';

/** The ids that a page has. */
export function idsOf(html) {
  return new Set([...html.matchAll(/\s(?:id|name)="([^"]+)"/g)].map(([, id]) => id));
}

/** The addresses that a page leads to. */
export function linksOf(html) {
  const text = (value) => value.replaceAll('&amp;', '&').replaceAll('&#39;', "'").replaceAll('&quot;', '"');
  return [...html.matchAll(/<(?:a|img|link|script)\b[^>]*?\s(?:href|src)="([^"]+)"/g)].map(([, value]) => text(value));
}

/** What is wrong with the links of a site in a folder. Only its pages are read, not those of other tools in it. */
export function brokenLinks(folder, pages) {
  const ids = new Map();
  const idsIn = (file) => {
    if (!ids.has(file)) ids.set(file, idsOf(readFileSync(file, 'utf8')));
    return ids.get(file);
  };
  const broken = [];
  for (const page of pages) {
    for (const link of linksOf(readFileSync(join(folder, page), 'utf8'))) {
      if (/^(?!https?:\/\/site\/)[a-z]+:|^\/\//.test(link)) continue;
      const url = new URL(link, new URL(base + page, 'https://site/'));
      if (!url.pathname.startsWith(base)) {
        broken.push(`${page}: ${link} leaves the site`);
        continue;
      }
      const path = decodeURIComponent(url.pathname.slice(base.length)) || 'index.html';
      let file = join(folder, path);
      if (existsSync(file) && statSync(file).isDirectory()) file = join(file, 'index.html');
      if (!existsSync(file)) broken.push(`${page}: ${link}: there is no ${path}`);
      // The fragments of the playground hold programs.
      else if (url.hash !== '' && file.endsWith('.html') && !path.startsWith('try/')) {
        const id = decodeURIComponent(url.hash.slice(1));
        if (!idsIn(file).has(id)) broken.push(`${page}: ${link}: ${path} has no ${id}`);
      }
    }
  }
  return broken;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = process.argv[2] ?? join(dirname(fileURLToPath(import.meta.url)), 'dist');
  const pages = readdirSync(folder).filter((name) => name.endsWith('.html'));
  const broken = brokenLinks(folder, pages);
  for (const line of broken) console.error(line);
  console.log(`${pages.length} pages, ${broken.length} broken links`);
  process.exit(broken.length === 0 ? 0 : 1);
}
