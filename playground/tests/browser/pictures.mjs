// Makes the pictures of the page in docs/pictures: npm run pictures

import { join } from 'node:path';
import { open } from './playground.mjs';

const folder = join(import.meta.dirname, '..', '..', '..', 'docs', 'pictures');
const { playground, page, close } = await open();

const frame = page.frameLocator('#timeline-frame');
const ready = () => frame.locator('html[data-ready]').waitFor({ state: 'attached' });

/** Prepares each view. */
const VIEWS = {
  run: async () => {
    await page.selectOption('#examples', 'tour');
    await playground.press('#run');
  },
  here: async () => {
    await page.selectOption('#examples', 'browsers');
    await playground.press('#run-here');
  },
  explore: async () => {
    await playground.explore();
    await page.click('button[aria-label="Step forth"]');
  },
  compare: async () => {
    await page.selectOption('#examples', 'browsers');
    await page.click('#tab-compare');
    await playground.press('#compare');
  },
  timeline: async () => {
    await page.selectOption('#examples', 'tour');
    await playground.press('#run');
    await page.click('#tab-timeline');
    await ready();
  },
  statistics: async () => {
    await page.selectOption('#examples', 'tour');
    await playground.press('#run');
    await page.click('#tab-statistics');
  },
};

for (const [width, height] of [[1280, 800], [390, 844]]) {
  await page.setViewportSize({ width, height });
  for (const [view, prepare] of Object.entries(VIEWS)) {
    await playground.load();
    await prepare();
    await page.evaluate(() => document.activeElement?.blur());
    // A phone shows the program first, and the results below it.
    await page.evaluate(() => document.querySelector('.results').scrollIntoView());
    if (width > 900) await page.evaluate(() => scrollTo(0, 0));
    await page.waitForTimeout(300);
    await page.screenshot({ path: join(folder, `page-${view}-${width}.png`) });
  }
}
await close();
