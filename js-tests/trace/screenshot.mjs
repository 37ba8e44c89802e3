// Opens a trace in the Performance panel of a real Chromium and takes a picture of it.
//
//     node js-tests/trace/screenshot.mjs TRACE.json OUT.png [--select NAME [NUMBER]] [--range FROM TO] [--all]
//
// It needs Node.js 22 and a Chromium (see js-tests/browser/cdp.mjs). `--select RunPostTaskCallback 2` selects the
// second event of this name, so that the panel draws the arrows from and to it. `--range 0 1.5` shows these
// milliseconds. `--all` expands all tracks. The exit code is 1 if the panel did not load the trace, has no main track
// or does not draw what should be selected; the tracks and the arrows go to standard output.

import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { Browser } from '../browser/cdp.mjs';

const DEVTOOLS = 'devtools://devtools/bundled/';
const LOAD_TIMEOUT = 120_000;

/** Everything that knows the insides of the panel. It runs in the page of DevTools and is called `panel` there. */
const IN_PAGE = `(async () => {
  const { Initiators, TimelinePanel, TimelineSelection } = await import('${DEVTOOLS}panels/timeline/timeline.js');
  const instance = () => TimelinePanel.TimelinePanel.instance();
  const view = () => instance().getFlameChart();
  const provider = () => view().getMainDataProvider();

  globalThis.panel = {
    ready() {
      try { return Boolean(instance().fileSelectorElement); } catch { return false; }
    },
    fileInput: () => instance().fileSelectorElement,
    loaded: () => instance().hasActiveTrace() && Boolean(provider().timelineData()?.entryLevels.length),
    dialog: () => instance().statusDialog?.element?.textContent ?? null,

    tracks: () => provider().timelineData().groups.map(({ name, startLevel, style, expanded }) => (
      { name, level: startLevel, nesting: style.nestingLevel, expanded: Boolean(expanded) })),

    expandAll() {
      const chart = view().getMainFlameChart();
      provider().timelineData().groups.forEach((group, index) => {
        if (!group.expanded) chart.toggleGroupExpand(index);
      });
    },

    show(from, to) {
      const start = provider().minimumBoundary();
      view().getMainFlameChart().setWindowTimes(start + from, start + to, false);
      instance().getFlameChart().windowChanged(start + from, start + to, false);
    },

    select(name, number) {
      const count = provider().timelineData().entryLevels.length;
      const drawn = Array.from({ length: count }, (_, index) => provider().eventByIndex(index));
      const event = drawn.filter((event) => event?.name === name)[number - 1];
      if (!event) return false;
      instance().select(TimelineSelection.selectionFromEvent(event));
      view().revealEvent?.(event);
      return true;
    },

    arrows: () => provider().timelineData().initiatorsData.map(({ initiatorIndex, eventIndex }) => (
      [initiatorIndex, eventIndex].map((index) => {
        const { name, ts } = provider().eventByIndex(index);
        return name + ' at ' + ts;
      }).join(' -> '))),
  };
})()`;

async function openPanel(browser) {
  const page = await browser.open(`${DEVTOOLS}devtools_app.html?panel=timeline`);
  await page.waitFor('Boolean(document.querySelector(".root-view"))');
  await page.evaluate(IN_PAGE);
  await page.waitFor('panel.ready()');
  return page;
}

/** Chooses the file in the input behind the button "Load profile". */
async function load(page, file) {
  const { result } = await page.send('Runtime.evaluate', { expression: 'panel.fileInput()' });
  await page.send('DOM.setFileInputFiles', { files: [resolve(file)], objectId: result.objectId });
  await page.waitFor('panel.loaded()', { timeout: LOAD_TIMEOUT }).catch(async (error) => {
    throw new Error(`${error.message}; the panel says: ${await page.evaluate('panel.dialog()')}`);
  });
}

async function arrange(page, options, number) {
  if (options.all) await page.evaluate('panel.expandAll()');
  if (options.range) {
    const [from, to] = options.range.split(',').map(Number);
    await page.evaluate(`panel.show(${from}, ${to})`);
  }
  if (!options.select) return;
  const selected = await page.evaluate(`panel.select(${JSON.stringify(options.select)}, ${number})`);
  if (!selected) throw new Error(`the panel draws no event ${options.select} with number ${number}`);
}

async function report(page) {
  const tracks = await page.evaluate('panel.tracks()');
  for (const { name, nesting, expanded } of tracks) {
    console.log(`${'  '.repeat(nesting)}track: ${name}${expanded ? '' : ' (collapsed)'}`);
  }
  for (const arrow of await page.evaluate('panel.arrows()')) console.log(`arrow: ${arrow}`);
  if (!tracks.some(({ name }) => name.startsWith('Main'))) throw new Error('the panel has no main track');
  if (page.errors.length > 0) throw new Error(`errors of DevTools: ${page.errors.join('\n')}`);
}

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { select: { type: 'string' }, range: { type: 'string' }, all: { type: 'boolean' } },
  });
  const [trace, picture, number = '1'] = positionals;
  const browser = await Browser.launch({ width: 1600, height: 1100 });
  try {
    const page = await openPanel(browser);
    await load(page, trace);
    await arrange(page, values, Number(number));
    await page.frames(10);
    await page.screenshot(picture);
    await report(page);
  } catch (error) {
    console.error(`${trace}: ${error.message}`);
    process.exitCode = 1;
  } finally {
    await browser.close();
  }
}

await main();
