// Opens a trace in the Performance panel of a real Chromium and takes a picture of it.
//
//     node js-tests/trace/screenshot.mjs TRACE.json OUT.png [OPTION]...
//
//     --select RunPostTaskCallback   selects the first event of this name, so that the panel draws its arrows
//     --number 2                     selects the second one instead
//     --range 0,1.5                  shows these milliseconds
//     --all                          expands all tracks
//     --size 1600,1000               the size of the window
//
// It needs Node.js 22 and a Chromium (see js-tests/browser/cdp.mjs). Standard output has the tracks and the arrows that
// the panel draws. The exit code is 1 if the panel does not load the trace, has no main track, does not draw what
// should be selected or logs an error.

import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { Browser } from '../browser/cdp.mjs';

const DEVTOOLS = 'devtools://devtools/bundled/';
const LOAD_TIMEOUT_MS = 120_000;
/** A panel that has loaded nothing for so long will not. */
const IDLE_MS = 10_000;

/** Everything that knows the insides of the panel. It runs in the page of DevTools and is called `panel` there. */
const IN_PAGE = `(async () => {
  const { TimelinePanel, TimelineSelection } = await import('${DEVTOOLS}panels/timeline/timeline.js');
  const instance = () => TimelinePanel.TimelinePanel.instance();
  const view = () => instance().getFlameChart();
  const provider = () => view().getMainDataProvider();
  let idleSince = performance.now();
  localStorage.setItem('hide-shortcuts-dialog-for-test', 'true');

  globalThis.panel = {
    ready() {
      try { return Boolean(instance().fileSelectorElement); } catch { return false; }
    },
    fileInput: () => instance().fileSelectorElement,
    loaded: () => instance().hasActiveTrace() && Boolean(provider().timelineData()?.entryLevels.length),

    /** The panel goes back to its first page without a word if it cannot read a file. */
    gaveUp() {
      if (instance().state !== 'Idle') idleSince = performance.now();
      return performance.now() - idleSince > ${IDLE_MS};
    },
    hideSidebar: () => instance().splitWidget().hideSidebar(),

    tracks: () => provider().timelineData().groups.map(({ name, style, expanded }) => (
      { name, nesting: style.nestingLevel, expanded: Boolean(expanded) })),

    expandAll() {
      const chart = view().getMainFlameChart();
      provider().timelineData().groups.forEach((group, index) => {
        if (!group.expanded) chart.toggleGroupExpand(index);
      });
    },

    show(from, to) {
      const start = provider().minimumBoundary();
      view().windowChanged(start + from, start + to, false);
      view().getMainFlameChart().setWindowTimes(start + from, start + to, false);
    },

    select(name, number) {
      const count = provider().timelineData().entryLevels.length;
      const drawn = Array.from({ length: count }, (_, index) => provider().eventByIndex(index));
      const event = drawn.filter((event) => event?.name === name)[number - 1];
      if (event) instance().select(TimelineSelection.selectionFromEvent(event));
      return Boolean(event);
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
  await page.evaluate(IN_PAGE);
  await page.waitFor('panel.ready()');
  return page;
}

/** Chooses the file in the input behind the button that loads traces. */
async function load(page, file) {
  const { result } = await page.send('Runtime.evaluate', { expression: 'panel.fileInput()' });
  await page.send('DOM.setFileInputFiles', { files: [resolve(file)], objectId: result.objectId });
  await page.waitFor('panel.loaded() || panel.gaveUp()', { timeout: LOAD_TIMEOUT_MS });
  if (!await page.evaluate('panel.loaded()')) throw new Error('the panel cannot read the file');
}

async function arrange(page, { all, range, select, number }) {
  await page.evaluate('panel.hideSidebar()');
  if (all) await page.evaluate('panel.expandAll()');
  if (range) await page.evaluate(`panel.show(${range.split(',').map(Number).join()})`);
  if (!select) return;
  const selected = await page.evaluate(`panel.select(${JSON.stringify(select)}, ${Number(number)})`);
  if (!selected) throw new Error(`the panel draws no event ${select} with number ${number}`);
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

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      all: { type: 'boolean' },
      number: { type: 'string', default: '1' },
      range: { type: 'string' },
      select: { type: 'string' },
      size: { type: 'string', default: '1600,1100' },
    },
  });
  if (positionals.length !== 2) throw new Error('usage: screenshot.mjs TRACE.json OUT.png [OPTION]...');
  return { ...values, trace: positionals[0], picture: positionals[1] };
}

async function main() {
  const { trace, picture, size, ...options } = readArguments();
  const [width, height] = size.split(',').map(Number);
  const browser = await Browser.launch({ width, height });
  try {
    const page = await openPanel(browser);
    await page.resize(width, height);
    await load(page, trace);
    await arrange(page, options);
    await page.frames(20);
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
