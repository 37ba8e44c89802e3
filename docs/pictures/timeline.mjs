// Takes a picture of a page that --timeline has written.
//
//     node docs/pictures/timeline.mjs PAGE.html OUT.png [KEY]...
//
// The keys are pressed before, for example 2 or Home. It needs Node.js 22 and a Chromium: see
// js-tests/browser/cdp.mjs.

import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { Browser } from '../../js-tests/browser/cdp.mjs';

const [path, picture, ...keys] = process.argv.slice(2);
if (!picture) throw new Error('usage: timeline.mjs PAGE.html OUT.png [KEY]...');
const browser = await Browser.launch({ width: 1280, height: 720 });
try {
  const page = await browser.open(pathToFileURL(resolve(path)).href, {
    async prepare(page) {
      await page.resize(1280, 720);
      await page.media({ 'prefers-color-scheme': 'light' });
    },
  });
  await page.frames(5);
  for (const key of keys) await page.key(key);
  await page.frames(5);
  await page.screenshot(picture);
  if (page.errors.length > 0) throw new Error(page.errors.join('\n'));
} finally {
  await browser.close();
}
