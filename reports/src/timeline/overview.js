// overview.js: the strip that shows the whole timeline, and which part of it is visible.

let overview;
let overviewContext;
let overviewPicture = null;

const strip = { width: 20, height: 20 };

/** The whole in coordinates, and how many of them one pixel of the strip has. */
function overviewScale() {
  const [from, to] = extent();
  return { from, perPixel: (to - from) / Math.max(strip.width - 16, 10) };
}

function overviewX(coordinate) {
  const { from, perPixel } = overviewScale();
  return 8 + (coordinate - from) / perPixel;
}

function coordinateInOverview(x) {
  const { from, perPixel } = overviewScale();
  return from + (x - 8) * perPixel;
}

/** Forgets the picture of the whole, because the size, the colors or the data have changed. */
function refreshOverview() {
  overviewPicture = null;
  requestDraw();
}

/** How busy the thread is in each pixel of the strip, for each category. */
function measureBusy(section, width) {
  const busy = CATEGORY_NAMES.map(() => new Float32Array(width));
  const { from, perPixel } = overviewScale();
  for (const i of section.order.runs) {
    const start = 8 + (section.run[i] - section.origin - from) / perPixel;
    const end = Math.max(8 + (section.end[i] - section.origin - from) / perPixel, start + 0.05);
    const column = busy[section.order.category[i]];
    const last = Math.min(Math.floor(end), width - 1);
    for (let x = Math.max(Math.floor(start), 0); x <= last; x += 1) {
      column[x] += Math.min(end, x + 1) - Math.max(start, x);
    }
  }
  return busy;
}

function paintOverview() {
  const ratio = window.devicePixelRatio || 1;
  strip.width = Math.max(overview.clientWidth, 20);
  strip.height = Math.max(overview.clientHeight, 20);
  const { width, height } = strip;
  overview.width = Math.round(width * ratio);
  overview.height = Math.round(height * ratio);
  overviewPicture = document.createElement('canvas');
  overviewPicture.width = overview.width;
  overviewPicture.height = overview.height;
  const pen = overviewPicture.getContext('2d');
  pen.scale(ratio, ratio);
  pen.fillStyle = colors.panel;
  pen.fillRect(0, 0, width, height);
  const share = height / Math.max(state.sections.length, 1);
  state.sections.forEach((section, number) => {
    paintBusy(pen, section, width, number * share + share - 3, share - 9);
    paintTicks(pen, section, number * share, share);
  });
}

function paintBusy(pen, section, width, bottom, height) {
  const busy = measureBusy(section, width);
  for (let x = 0; x < width; x += 1) {
    let y = bottom;
    busy.forEach((column, category) => {
      if (column[x] <= 0) return;
      const part = Math.max(Math.min(column[x], 1) * height, 1);
      pen.fillStyle = colors.bars[category];
      pen.fillRect(x, y - part, 1, part);
      y -= part;
    });
  }
}

/** Errors at the top, and hits of the search at the bottom. */
function paintTicks(pen, section, top, height) {
  const row = section.markRows.flatMap(({ groups: list }) => list).find(({ kind }) => MARK_KINDS[kind] === 'error');
  const paint = (members, coordinates, color, y) => {
    pen.fillStyle = color;
    const { from, perPixel } = overviewScale();
    let last = -Infinity;
    for (const i of members) {
      const x = Math.round(8 + (coordinates[i] - section.origin - from) / perPixel);
      if (x !== last) pen.fillRect(x - 1, y, 2, 4);
      last = x;
    }
  };
  if (row) paint(row.members, section.markAt, colors.danger, top + 1);
  const { number } = section.order;
  if (state.search) paint(state.search.hits[number], section.run, colors.accent, top + height - 4);
}

function drawOverview() {
  if (overviewPicture === null) paintOverview();
  const { width, height } = strip;
  const ratio = overview.width / width;
  overviewContext.setTransform(1, 0, 0, 1, 0, 0);
  overviewContext.drawImage(overviewPicture, 0, 0);
  overviewContext.setTransform(ratio, 0, 0, ratio, 0, 0);
  const left = Math.max(overviewX(state.start), 0);
  const right = Math.min(overviewX(state.start + plotWidth() * state.perPixel), width);
  overviewContext.globalAlpha = 0.72;
  overviewContext.fillStyle = colors.page;
  overviewContext.fillRect(0, 0, left, height);
  overviewContext.fillRect(right, 0, width - right, height);
  overviewContext.globalAlpha = 1;
  overviewContext.strokeStyle = colors.accent;
  overviewContext.lineWidth = 1.5;
  overviewContext.strokeRect(left + 1, 1, Math.max(right - left - 2, 3), height - 2);
  overviewContext.fillStyle = colors.accent;
  for (const x of [left, right - 4]) overviewContext.fillRect(x, height / 2 - 8, 4, 16);
}

/** What a drag that starts at x does: it moves an edge or the window, or selects a new range. */
function overviewGesture(x) {
  const left = overviewX(state.start);
  const right = overviewX(state.start + plotWidth() * state.perPixel);
  const whole = state.perPixel >= fittingZoom() * 0.999;
  if (!whole && Math.abs(x - left) < 7) return 'left';
  if (!whole && Math.abs(x - right) < 7) return 'right';
  return !whole && x > left && x < right ? 'move' : 'select';
}

function dragOverview(gesture, from, x, before) {
  const width = plotWidth();
  const here = coordinateInOverview(x);
  const there = coordinateInOverview(from);
  const end = before.start + width * before.perPixel;
  if (gesture === 'move') setView({ start: before.start + here - there, perPixel: before.perPixel });
  else if (gesture === 'left') setView({ start: Math.min(here, end), perPixel: Math.max(end - here, 0) / width });
  else if (gesture === 'right') setView({ start: before.start, perPixel: Math.max(here - before.start, 0) / width });
  else if (Math.abs(x - from) > 3) {
    setView({ start: Math.min(here, there), perPixel: Math.abs(here - there) / width });
  }
}

function listenToOverview() {
  let drag = null;
  const xIn = (event) => event.clientX - overview.getBoundingClientRect().left;
  overview.addEventListener('pointerdown', (event) => {
    const { start, perPixel } = state;
    drag = { gesture: overviewGesture(xIn(event)), from: xIn(event), before: { start, perPixel } };
    overview.setPointerCapture(event.pointerId);
  });
  overview.addEventListener('pointermove', (event) => {
    if (drag) dragOverview(drag.gesture, drag.from, xIn(event), drag.before);
    const cursors = { left: 'ew-resize', right: 'ew-resize', move: 'grab', select: 'crosshair' };
    overview.style.cursor = cursors[drag?.gesture ?? overviewGesture(xIn(event))];
  });
  overview.addEventListener('pointerup', (event) => {
    if (drag?.gesture === 'select' && Math.abs(xIn(event) - drag.from) <= 3) centerOn(coordinateInOverview(drag.from));
    drag = null;
  });
  overview.addEventListener('pointercancel', () => { drag = null; });
  overview.addEventListener('dblclick', () => fit({ smooth: true }));
}

function centerOn(coordinate) {
  setView({ start: coordinate - (plotWidth() * state.perPixel) / 2, perPixel: state.perPixel }, { smooth: true });
}
