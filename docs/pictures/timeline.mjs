// Draws the picture of a timeline, with one piece of work selected:
//
//     node docs/pictures/timeline.mjs PAGE.html OUT.png [NAME]
//
// Needs Node.js 22 and Chromium; see js-tests/browser/cdp.mjs.

import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { Browser } from '../../js-tests/browser/cdp.mjs';

const [source, target, name] = process.argv.slice(2);
const browser = await Browser.launch({ width: 1280, height: 720 });
try {
  const page = await browser.open('about:blank');
  await page.goto(pathToFileURL(resolve(source)).href);
  await page.waitFor('document.documentElement.dataset.ready === "1"');
  if (name) {
    await page.clickOn('#search');
    await page.type(name);
    await page.key('Enter');
  }
  await page.frames(10);
  await page.screenshot(resolve(target));
} finally {
  await browser.close();
}
