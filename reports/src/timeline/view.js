// view.js: the state of the page, and what part of the timeline is visible.
// Horizontally, the view is in coordinates relative to the origin of each section: where two orders first differ.

const LEFT_ROOM = 12;
const RIGHT_ROOM = 110;
const LARGEST_ZOOM = 400; // pixels per µs
const AXIS = 26;
const NAME_ROW = 26;
const MARK_ROW = 20;
const RUNNING_ROW = 38;

const state = {
  data: null,
  sections: [],
  scaleName: 'real',
  difference: -1,
  cursor: null, // { section, i }: where the keyboard is
  selected: null, // { section, i } or { section, mark }
  hovered: null,
  search: null,
  gutter: 150,
  width: 0,
  height: 0,
  start: 0,
  perPixel: 1,
};

function plotWidth() {
  return Math.max(state.width - state.gutter, 50);
}

/** The coordinates at which the earliest section starts and the latest one ends. */
function extent() {
  const starts = state.sections.map(({ origin }) => -origin);
  const ends = state.sections.map(({ origin, scale }) => scale.length - origin);
  return [Math.min(0, ...starts), Math.max(1e-9, ...ends)];
}

function fittingZoom() {
  const [from, to] = extent();
  return (to - from) / Math.max(plotWidth() - LEFT_ROOM - RIGHT_ROOM, 20);
}

function xOf(section, coordinate) {
  return state.gutter + (coordinate - section.origin - state.start) / state.perPixel;
}

function coordinateAt(section, x) {
  return (x - state.gutter) * state.perPixel + state.start + section.origin;
}

/** The coordinates of a section that are visible, with a little room at both ends. */
function visibleRange(section) {
  return [coordinateAt(section, state.gutter - 8), coordinateAt(section, state.width + 8)];
}

function limitView({ start, perPixel }) {
  const fitting = fittingZoom();
  const zoom = Math.min(Math.max(perPixel, Math.min(1 / LARGEST_ZOOM, fitting / 50)), fitting);
  const [from, to] = extent();
  const least = from - LEFT_ROOM * zoom;
  const most = to + RIGHT_ROOM * zoom - plotWidth() * zoom;
  return { start: Math.max(Math.min(start, most), least), perPixel: zoom };
}

const calm = matchMedia('(prefers-reduced-motion: reduce)');
let moving = null;

/** Shows another part of the timeline; with `smooth`, in a short movement. */
function setView(next, { smooth = false } = {}) {
  const to = limitView(next);
  moving = null;
  if (smooth && !calm.matches) {
    moving = { from: { start: state.start, perPixel: state.perPixel }, to, since: performance.now() };
  } else {
    Object.assign(state, to);
  }
  requestDraw();
}

/** Where the view will be when it has stopped moving. */
function targetView() {
  return moving ? moving.to : { start: state.start, perPixel: state.perPixel };
}

function moveView(now) {
  if (!moving) return;
  const part = Math.min(Math.max((now - moving.since) / 140, 0), 1);
  const eased = 1 - (1 - part) ** 3;
  const { from, to } = moving;
  const width = plotWidth();
  state.perPixel = from.perPixel * (to.perPixel / from.perPixel) ** eased;
  const middle = (view) => view.start + (view.perPixel * width) / 2;
  const traveled = Math.abs(from.perPixel - to.perPixel) < 1e-12 * from.perPixel ? eased
    : (state.perPixel - from.perPixel) / (to.perPixel - from.perPixel);
  state.start = middle(from) + (middle(to) - middle(from)) * traveled - (state.perPixel * width) / 2;
  if (part < 1) {
    requestDraw();
  } else {
    Object.assign(state, to);
    moving = null;
  }
}

function fit(options) {
  setView({ start: -Infinity, perPixel: Infinity }, options);
}

/** Zooms so that the coordinate below `x` stays there. */
function zoomBy(factor, x = state.gutter + plotWidth() / 2, options = {}) {
  const { start, perPixel } = targetView();
  const { perPixel: next } = limitView({ start, perPixel: perPixel * factor });
  setView({ start: start + (x - state.gutter) * (perPixel - next), perPixel: next }, options);
}

function panBy(pixels, options = {}) {
  const { start, perPixel } = targetView();
  setView({ start: start + pixels * perPixel, perPixel }, options);
}

function showRange(from, to, options = {}) {
  const width = Math.max(plotWidth() - LEFT_ROOM - RIGHT_ROOM, 20);
  const { perPixel } = limitView({ start: from, perPixel: (to - from) / width });
  const room = (plotWidth() * perPixel - (to - from)) / 2;
  setView({ start: Math.min(from - LEFT_ROOM * perPixel, from - room / 2), perPixel }, options);
}

/** Zooms in, if the running bar is too narrow to be seen. */
function magnify({ section, i }) {
  const { start, run, end, origin } = section;
  const { perPixel } = targetView();
  const from = section.order.hasStarted(i) ? run[i] : start[i];
  const length = Math.max(end[i] - from, 0.5);
  if (length > 2 * perPixel) return;
  const width = plotWidth();
  const { perPixel: zoom } = limitView({ start: 0, perPixel: Math.min((end[i] - start[i]) / width / 0.6, length / 6) });
  setView({ start: from - origin - 0.66 * width * zoom, perPixel: zoom }, { smooth: true });
}

/** Scrolls and pans, if the work is not visible. */
function reveal({ section, i }, { zoom = false } = {}) {
  const at = (section.order.hasStarted(i) ? section.run[i] : section.end[i]) - section.origin;
  const { start, perPixel } = targetView();
  const x = (at - start) / perPixel;
  const width = plotWidth();
  if (zoom) {
    const room = Math.max(section.end[i] - section.start[i], 1) / 2;
    const origin = section.origin;
    showRange(section.start[i] - origin - room, section.end[i] - origin + room, { smooth: true });
  } else if (x < 30 || x > width - 60) {
    setView({ start: at - (width * perPixel) / 3, perPixel }, { smooth: true });
  }
  const middle = section.middleOf(i);
  const { height } = rowSize;
  const { scroll, viewport } = section;
  if (middle < scroll + height) scrollTo(section, middle - 2 * height);
  else if (middle > scroll + viewport - height) scrollTo(section, middle - viewport + 2 * height);
  requestDraw();
}

function scrollTo(section, top) {
  section.scroll = Math.max(0, Math.min(top, section.contentHeight - section.viewport));
  requestDraw();
}

/** Gives each section its place: as high as it needs to be, or its share. */
function placeSections() {
  const { sections, height } = state;
  const named = sections.length > 1;
  for (const section of sections) {
    section.fixed = (named ? NAME_ROW : 0) + AXIS + section.markRows.length * MARK_ROW + RUNNING_ROW;
  }
  const wanted = sections.map(({ fixed, contentHeight }) => fixed + contentHeight + 4);
  const share = height / Math.max(sections.length, 1);
  const spare = wanted.reduce((sum, need) => sum + Math.max(share - need, 0), 0);
  let top = 0;
  sections.forEach((section, number) => {
    section.top = top;
    const last = number === sections.length - 1;
    section.height = last ? height - top : Math.min(wanted[number], share + (wanted[number] > share ? spare : 0));
    section.viewport = Math.max(section.height - section.fixed, 0);
    scrollTo(section, section.scroll);
    top += section.height;
  });
}

function allLanes() {
  return state.sections.flatMap(({ lanes }) => lanes);
}

/** Makes the sections, for the scale that is chosen. */
function makeSections() {
  const { data } = state;
  const scales = makeScales(data.orders, state.scaleName);
  const key = ({ section, label }) => `${section.order.number} ${label}`;
  const folded = new Map(allLanes().map((lane) => [key(lane), lane.folded]));
  state.sections = data.orders.map((order, number) => new Section(order, scales[number]));
  for (const lane of allLanes()) lane.folded = lane.deep && (folded.get(key(lane)) ?? true);
  for (const section of state.sections) section.placeLanes();
  if (state.difference >= 0) for (const section of state.sections) section.origin = originOf(section);
  placeSections();
}

/** Where the work starts that is the first to differ; if there is none, the end of the last run. */
function originOf(section) {
  const { order } = section;
  const different = order.runs[state.difference];
  if (different !== undefined) return section.run[different];
  return order.runs.length > 0 ? section.end[order.runs.at(-1)] : 0;
}

function toggleLane(lane) {
  if (!lane.deep) return;
  lane.folded = !lane.folded;
  lane.section.placeLanes();
  placeSections();
  if (!lane.folded) scrollTo(lane.section, lane.top - LANE_GAP);
  requestDraw();
}
