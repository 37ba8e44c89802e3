// Checks each view, and the page of the timeline in it, with axe-core, at both widths and in both color schemes.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { open } from './playground.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let playground, page, close;

// The page's own Content Security Policy would not let axe-core in.
before(async () => ({ playground, page, close } = await open({ bypassCSP: true })));
after(() => close());

/** Prepares each view with something to show. */
const VIEWS = {
  run: () => playground.press('#run'),
  here: () => playground.press('#run-here'),
  explore: async () => {
    await playground.explore();
    await page.click('button[aria-label="Step forth"]');
  },
  compare: async () => {
    await page.click('#tab-compare');
    await playground.press('#compare');
  },
  timeline: async () => {
    await playground.press('#run');
    await page.click('#tab-timeline');
    await page.frameLocator('#timeline-frame').locator('html[data-ready]').waitFor({ state: 'attached' });
  },
  statistics: async () => {
    await playground.press('#run');
    await page.click('#tab-statistics');
  },
};

/** What axe-core objects to in a frame. The frames in it are left out. */
async function violations(frame) {
  await frame.evaluate(axe);
  const { violations } = await frame.evaluate(() => window.axe.run({ iframes: false }));
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

for (const [view, prepare] of Object.entries(VIEWS)) {
  test(`the view ${view} has no violations`, async () => {
    for (const colorScheme of ['light', 'dark']) {
      for (const width of [390, 1280]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 850 });
        await playground.load();
        await prepare();
        const frames = page.frames().filter((frame) => frame.url() !== 'about:blank');
        assert.equal(frames.length, view === 'timeline' ? 2 : 1);
        const found = await Promise.all(frames.map(violations));
        assert.deepEqual(found.flat(), [], `${colorScheme}, ${width} px`);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(overflow <= 0, `${width} px: the page is ${overflow} px too wide`);
      }
    }
  });
}
