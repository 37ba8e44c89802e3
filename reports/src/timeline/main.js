// main.js: starts the page.

/** Adapts the drawing to the size of the page at once, for example after a panel has appeared. */
function resizeNow() {
  const before = targetView();
  const whole = before.perPixel >= fittingZoom() * 0.999;
  resizeCanvas();
  if (whole) fit();
  else setView(before);
  refreshOverview();
}

/** Lists what the second order does differently, and why that is allowed. */
function listDifferences({ order }) {
  const items = order.differences.map(({ text, reasons }) => {
    const lines = reasons.map((reason) => element('p', { className: 'reason' }, shorten(reason, 500)));
    return element('li', {}, shorten(text, 500), ...lines);
  });
  document.getElementById('differences').replaceChildren(...items);
}

/** Says in words where the two orders first differ. */
function sayDifference() {
  const { sections, difference } = state;
  if (sections.length < 2) return;
  listDifferences(sections[1]);
  const text = document.getElementById('difference-text');
  document.getElementById('difference').hidden = false;
  document.getElementById('show-difference').hidden = difference < 0;
  if (difference < 0) {
    text.textContent = 'Both orders ran the same work in the same order.';
    return;
  }
  const parts = sections.map(({ order }) => {
    const i = order.runs[difference];
    const what = i === undefined ? 'nothing' : `${order.describe(i)}, at ${formatTime(order.started[i])}`;
    return [element('b', {}, shorten(order.name, 60)), `: ${what}`];
  });
  const number = new Intl.NumberFormat('en').format(difference + 1);
  text.replaceChildren(`The orders first differ in run ${number}. `, ...parts[0], '; ', ...parts[1], '.');
}

/** Shows the first difference, what ran shortly before it, and what ran after it. */
function showDifference(options = {}) {
  if (state.difference < 0) return;
  const [before, after] = [4, 16];
  let from = 0;
  let to = 0;
  for (const { order, run, end, origin } of state.sections) {
    const first = order.runs[Math.max(state.difference - before, 0)];
    const last = order.runs[Math.min(state.difference + after, order.runs.length - 1)];
    if (first !== undefined) from = Math.min(from, run[first] - origin);
    if (last !== undefined) to = Math.max(to, end[last] - origin);
  }
  if (to > from) showRange(from, to, options);
  else fit(options);
}

function showProblems() {
  const { problems, orders } = state.data;
  if (problems.length === 0 && orders.length > 0 && orders.every(({ count }) => count === 0)) {
    problems.push('This program ran nothing: there is no work to show.');
  }
  const box = document.getElementById('problems');
  box.hidden = problems.length === 0;
  box.replaceChildren(...problems.map((text) => element('p', {}, shorten(text, 500))));
}

function showSummary() {
  const { data } = state;
  const title = shorten(data.title, 120);
  document.title = `${title} – timeline`;
  document.getElementById('title').textContent = title;
  document.getElementById('title').title = shorten(data.title, 500);
  const format = new Intl.NumberFormat('en').format;
  const say = (count) => `${format(count)} work item${count === 1 ? '' : 's'}`;
  const counts = data.orders.map(({ count, end }) => `${say(count)} in ${formatTime(end)}`);
  const time = data.virtualTime ? 'virtual time' : 'real time';
  document.getElementById('summary').textContent = data.orders.length === 0 ? '' : `${counts.join(' and ')}, ${time}`;
  canvas.setAttribute('aria-label', `Timeline of ${title}: ${counts.join(' and ')}`);
}

/** The scale to start with: the first in which most work is visible, if it is not too much anyway. */
function suitableScale() {
  const { virtualTime, orders } = state.data;
  const [first, second] = virtualTime ? ['compact', 'events'] : ['real', 'compact'];
  const order = orders[0];
  if (!order || order.runs.length < 2 || order.runs.length > LABELED) return first;
  const [scale] = makeScales([order], first);
  const width = (i) => scale.toCoordinate(order.endOf(i)) - scale.toCoordinate(order.started[i]);
  const narrow = order.runs.filter((i) => width(i) * 500 < scale.length);
  return narrow.length > order.runs.length / 2 ? second : first;
}

function listenToTheme() {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  dark.addEventListener('change', () => applyTheme(dark.matches ? 'dark' : 'light'));
  applyTheme(dark.matches ? 'dark' : 'light');
}

/** Draws again when the window moves to a screen with another resolution. */
function watchResolution() {
  matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`).addEventListener('change', () => {
    readColors();
    resizeNow();
    watchResolution();
  }, { once: true });
}

function listen() {
  listenToPointers();
  listenToWheel();
  listenToKeys();
  listenToButtons();
  listenToSearch();
  listenToTable();
  listenToOverview();
  listenToTheme();
  new ResizeObserver(([{ contentRect: { width, height } }]) => {
    if (Math.floor(width) !== state.width || Math.floor(height) !== state.height) resizeNow();
  }).observe(canvas.parentElement);
  watchResolution();
}

/** What tests need to know. */
function exposeForTests() {
  window.timeline = {
    view: () => ({
      start: state.start,
      end: state.start + plotWidth() * state.perPixel,
      perPixel: state.perPixel,
      fitting: fittingZoom(),
      gutter: state.gutter,
      times: state.sections.map((section) => (
        [state.gutter, state.width].map((x) => section.scale.toTime(coordinateAt(section, x))))),
      moving: moving !== null,
    }),
    select: selectId,
    selected: () => (state.selected?.i >= 0
      ? { order: state.selected.section.order.number, id: state.selected.section.order.id[state.selected.i] } : null),
    cursor: () => (state.cursor ? state.cursor.section.order.id[state.cursor.i] : null),
    /** Where the work is on the canvas, in pixels: the middle of its running bar. */
    where: (id, number = 0) => {
      const section = state.sections[number];
      const i = section.order.indexOfId.get(id);
      const middle = (section.run[i] + section.end[i]) / 2;
      return { x: xOf(section, middle), y: section.middleOf(i) + section.top + section.fixed - section.scroll };
    },
    difference: () => ({
      run: state.difference, x: state.sections.map((section) => xOf(section, section.origin)),
      ids: state.sections.map(({ order }) => order.id[order.runs[state.difference]] ?? null),
    }),
    stats: () => ({
      frames: frames.count, drawing: frames.drawing.slice(), drawn: state.sections.map(({ drawn }) => drawn),
      hits: state.search?.total ?? null, firstDraw: frames.first,
    }),
    forgetFrames: () => { frames.drawing.length = 0; },
    /** The numbers of the first work that ran. */
    ids: (number = 0) => {
      const { runs, id } = state.data.orders[number];
      return Array.from(runs.slice(0, 20), (i) => id[i]);
    },
    /** The number of the work, as it is shown. */
    numberOf: (id, number = 0) => {
      const order = state.data.orders[number];
      return order.numberOf(order.indexOfId.get(id));
    },
    counts: () => state.data.orders.map(({ count }) => count),
    lanes: () => allLanes().map(({ label, rows, folded }) => ({ label, rows, folded })),
    fold: (label) => allLanes().filter((lane) => lane.label === label).forEach(toggleLane),
  };
}

function start() {
  canvas = document.getElementById('canvas');
  overview = document.getElementById('overview');
  context = canvas.getContext('2d', { alpha: false });
  overviewContext = overview.getContext('2d');
  const source = document.getElementById('data');
  state.data = readData(source.textContent);
  source.textContent = '';
  state.scaleName = suitableScale();
  if (state.data.orders.length > 1) Object.assign(rowSize, { height: 19, bar: 15 });
  document.getElementById('scale').value = state.scaleName;
  showSummary();
  showProblems();
  if (state.data.orders.length === 2) state.difference = firstDifference(state.data.orders);
  makeSections();
  listen();
  sayDifference();
  exposeForTests();
  resizeCanvas();
  fit();
  showDifference();
  requestAnimationFrame((now) => {
    drawFrame(now);
    frames.first = performance.now();
    performance.mark('timeline-first-draw');
    requestAnimationFrame(() => { document.documentElement.dataset.ready = '1'; });
  });
}

/** Starts with the data that the page around this one sends. */
function receive({ data, source, origin }) {
  if (source !== parent || origin !== location.origin) return;
  removeEventListener('message', receive);
  document.getElementById('data').textContent = JSON.stringify(data);
  start();
}

if (document.getElementById('data').textContent === '') addEventListener('message', receive);
else start();
