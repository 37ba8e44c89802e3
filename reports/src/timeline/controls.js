// controls.js: the mouse, fingers and the keyboard on the timeline, and the buttons above it.

const CLICK_DISTANCE = 4;
const NEAR = 5;

/** What is at a point of the canvas: work, a mark, the label of a lane, or null. */
function whatIsAt(x, y) {
  const section = state.sections.find((candidate) => y >= candidate.top && y < candidate.top + candidate.height);
  if (!section) return null;
  const fixed = y - axisTop(section) - AXIS;
  if (y >= section.top + section.fixed) return inLanes(section, x, y - section.top - section.fixed + section.scroll);
  if (x < state.gutter || fixed < 0) return null;
  const row = Math.floor(fixed / MARK_ROW);
  if (row < section.markRows.length) return markAt(section, row, x);
  return workIn(section, section.order.runs, section.run, x);
}

function inLanes(section, x, y) {
  const lane = section.lanes.find(({ top, height }) => y >= top && y < top + height);
  if (!lane) return null;
  if (x < state.gutter) return { section, lane };
  if (lane.folded) return workIn(section, lane.runs, section.run, x);
  const row = Math.floor((y - lane.top) / rowSize.height);
  const members = lane.members.subarray(lane.rowStart[row], lane.rowStart[row + 1]);
  return workIn(section, members, section.start, x, section.order.count <= LABELED ? 90 : NEAR);
}

/** The work of a row that is at x, or so near that its label or its narrow bar may be there. */
function workIn(section, members, from, x, behind = NEAR) {
  const at = coordinateAt(section, x);
  const near = NEAR * state.perPixel;
  let p = firstWhere(0, members.length, (k) => from[members[k]] > at + near) - 1;
  if (p > 0 && from[members[p]] > at && section.end[members[p - 1]] >= at) p -= 1;
  if (p < 0) return null;
  const i = members[p];
  return at <= section.end[i] + behind * state.perPixel ? { section, i } : null;
}

function markAt(section, row, x) {
  const at = coordinateAt(section, x);
  let best = null;
  for (const { members } of section.markRows[row].groups) {
    const p = firstWhere(0, members.length, (k) => section.markAt[members[k]] >= at);
    for (const k of [p - 1, p]) {
      if (k < 0 || k >= members.length) continue;
      const distance = Math.abs(section.markAt[members[k]] - at);
      if (distance <= 9 * state.perPixel && (!best || distance <= best.distance)) best = { mark: members[k], distance };
    }
  }
  return best ? { section, mark: best.mark } : null;
}

function pointIn(event) {
  const box = canvas.getBoundingClientRect();
  return { x: event.clientX - box.left, y: event.clientY - box.top };
}

function clickAt({ x, y }) {
  const found = whatIsAt(x, y);
  hideTip();
  if (!found) clearSelection();
  else if (found.lane) toggleLane(found.lane);
  else if (found.mark !== undefined) selectMark(found.section, found.mark);
  else select(found.section, found.i, { show: false });
}

/** Dragging moves the view, two fingers zoom, and a press without movement selects. */
function listenToPointers() {
  const pointers = new Map();
  let moved = false;
  let scrollbar = null;
  canvas.addEventListener('pointerdown', (event) => {
    const point = pointIn(event);
    if (event.button !== 0) return;
    canvas.setPointerCapture(event.pointerId);
    moved = pointers.size > 0;
    scrollbar = onScrollbar(point);
    pointers.set(event.pointerId, { ...point, from: point });
  });
  canvas.addEventListener('pointermove', (event) => {
    const point = pointIn(event);
    const before = pointers.get(event.pointerId);
    if (!before) {
      hover(point);
      return;
    }
    hideTip();
    if (Math.hypot(point.x - before.from.x, point.y - before.from.y) > CLICK_DISTANCE) moved = true;
    if (scrollbar) dragScrollbar(scrollbar, point.y - before.y);
    else if (pointers.size === 2) pinch(pointers, event.pointerId, point);
    else if (moved) drag(before, point);
    if (moved || scrollbar) pointers.set(event.pointerId, { ...point, from: before.from });
  });
  const release = (event, click) => {
    const before = pointers.get(event.pointerId);
    pointers.delete(event.pointerId);
    if (before && click && !moved && !scrollbar) clickAt(before.from);
    canvas.style.cursor = '';
  };
  canvas.addEventListener('pointerup', (event) => release(event, true));
  canvas.addEventListener('pointercancel', (event) => release(event, false));
  canvas.addEventListener('pointerleave', () => hover(null));
  canvas.addEventListener('dblclick', (event) => {
    const { x, y } = pointIn(event);
    const found = whatIsAt(x, y);
    if (found?.i >= 0) reveal(found, { zoom: true });
  });
}

function onScrollbar({ x, y }) {
  if (x < state.width - 12) return null;
  return state.sections.find(({ top, fixed, height, contentHeight, viewport }) => (
    y > top + fixed && y < top + height && contentHeight > viewport)) ?? null;
}

function dragScrollbar(section, distance) {
  const length = Math.max((section.viewport / section.contentHeight) * section.viewport, 24);
  const room = Math.max(section.viewport - length, 1);
  scrollTo(section, section.scroll + (distance / room) * (section.contentHeight - section.viewport));
}

function drag(before, point) {
  canvas.style.cursor = 'grabbing';
  panBy(before.x - point.x);
  const section = state.sections.find(({ top, height }) => before.from.y >= top && before.from.y < top + height);
  if (section) scrollTo(section, section.scroll + before.y - point.y);
}

function pinch(pointers, id, point) {
  const [other] = [...pointers].filter(([key]) => key !== id).map(([, value]) => value);
  const before = pointers.get(id);
  const distance = (one) => Math.max(Math.abs(one.x - other.x), 10);
  zoomBy(distance(before) / distance(point), (point.x + other.x) / 2);
  panBy((before.x - point.x) / 2);
}

/** The wheel zooms, with shift it pans. Above the labels of the lanes, and with alt, it scrolls. */
function listenToWheel() {
  canvas.addEventListener('wheel', (event) => {
    event.preventDefault();
    const { x, y } = pointIn(event);
    const unit = event.deltaMode === 1 ? 20 : event.deltaMode === 2 ? 400 : 1;
    const section = state.sections.find(({ top, height }) => y >= top && y < top + height);
    if (section && !event.ctrlKey && (x < state.gutter || event.altKey)) {
      scrollTo(section, section.scroll + event.deltaY * unit);
    } else if (event.shiftKey) {
      panBy((event.deltaY || event.deltaX) * unit);
    } else {
      if (event.deltaX !== 0) panBy(event.deltaX * unit);
      zoomBy(Math.exp(event.deltaY * unit * (event.ctrlKey ? 0.01 : 0.002)), Math.max(x, state.gutter));
    }
  }, { passive: false });
}

function hover(point) {
  const found = point && whatIsAt(point.x, point.y);
  const before = state.hovered;
  state.hovered = found?.i >= 0 ? found : null;
  if (before?.i !== state.hovered?.i || before?.section !== state.hovered?.section) requestDraw();
  canvas.style.cursor = found && (found.i >= 0 || found.mark >= 0 || found.lane?.deep) ? 'pointer' : '';
  if (!found || found.lane) hideTip();
  else showTip(found, point);
}

function hideTip() {
  document.getElementById('tip').hidden = true;
}

function showTip({ section, i, mark }, { x, y }) {
  const { order } = section;
  const tip = document.getElementById('tip');
  if (mark === undefined) {
    const detail = order.hasStarted(i)
      ? [`waited ${formatDuration(order.waitOf(i))}, ran at ${formatTime(order.started[i])}`,
        ` for ${formatDuration(order.durationOf(i))}`].join('')
      : order.endingOf(i);
    tip.replaceChildren(element('strong', {}, shorten(order.labelOf(i), 80)),
      element('span', {}, `${order.kindOf(i)} ${order.numberOf(i)}`), element('span', {}, detail));
    if (order.how[i] >= THREW) tip.append(element('span', { className: 'bad' }, order.endingOf(i)));
  } else {
    const { marks } = order;
    tip.replaceChildren(element('strong', {}, shorten(order.textOfMark(mark), 160)),
      element('span', {}, `${order.text(marks.kindText[mark])} at ${formatTime(marks.at[mark])}`));
  }
  tip.hidden = false;
  const { offsetWidth: width, offsetHeight: height } = tip;
  tip.style.left = `${Math.max(4, Math.min(x + 14, state.width - width - 8))}px`;
  tip.style.top = `${y + 20 + height > state.height ? y - height - 12 : y + 20}px`;
}

/** The next or previous work in the order in which it ran. */
function step(direction) {
  const section = state.cursor?.section ?? state.sections[0];
  if (!section || section.order.count === 0) return;
  const sequence = sequenceOf(section.order);
  const { cursor } = state;
  const now = cursor ? section.order.placeInSequence[cursor.i] : (direction > 0 ? -1 : sequence.length);
  const next = Math.min(Math.max(now + direction, 0), sequence.length - 1);
  moveCursor(section, sequence[next]);
}

/** The work of the next lane that ran at about the same time. */
function stepLane(direction) {
  const { cursor } = state;
  if (!cursor) {
    step(direction);
    return;
  }
  const lanes = allLanes();
  const next = lanes[lanes.indexOf(cursor.section.laneOf[cursor.i]) + direction];
  if (!next) return;
  const time = (section, i) => (section.order.hasStarted(i) ? section.run[i] : section.end[i]) - section.origin;
  const now = time(cursor.section, cursor.i);
  const list = next.runs.length > 0 ? next.runs : next.items;
  const p = firstWhere(0, list.length, (k) => time(next.section, list[k]) >= now);
  const near = [p - 1, p].filter((k) => k >= 0 && k < list.length)
    .sort((a, b) => Math.abs(time(next.section, list[a]) - now) - Math.abs(time(next.section, list[b]) - now));
  moveCursor(next.section, list[near[0]]);
}

function stepMark(direction) {
  const { selected } = state;
  const section = selected?.section ?? state.sections[0];
  const count = section?.order.marks.count ?? 0;
  if (count === 0) {
    announce('There are no marks.');
    return;
  }
  const now = selected?.mark ?? (direction > 0 ? -1 : count);
  selectMark(section, Math.min(Math.max(now + direction, 0), count - 1));
}

function pressEnter() {
  const { cursor, selected } = state;
  if (!cursor) step(1);
  else if (selected && isSame(selected, cursor.section, cursor.i)) document.getElementById('details-body').focus();
  else select(cursor.section, cursor.i);
}

function foldCurrentLane() {
  const lane = state.cursor?.section.laneOf[state.cursor.i] ?? allLanes().find(({ deep }) => deep);
  if (lane) toggleLane(lane);
}

function scrollPage(direction) {
  const section = state.cursor?.section ?? state.sections[0];
  if (section) scrollTo(section, section.scroll + direction * section.viewport * 0.8);
}

const smooth = { smooth: true };

/** What keys do wherever the focus is, except in text fields and dialogs. */
const PAGE_KEYS = new Map(Object.entries({
  '+': () => zoomBy(0.5, undefined, smooth),
  '=': () => zoomBy(0.5, undefined, smooth),
  '-': () => zoomBy(2, undefined, smooth),
  '0': () => fit(smooth),
  f: () => fit(smooth),
  n: () => step(1),
  p: () => step(-1),
  ']': () => step(1),
  '[': () => step(-1),
  m: () => stepMark(1),
  M: () => stepMark(-1),
  e: foldCurrentLane,
  d: () => showDifference(smooth),
  s: () => chooseScale(SCALES[(SCALES.indexOf(state.scaleName) + 1) % SCALES.length]),
  t: toggleTable,
  '/': () => document.getElementById('search').focus(),
  '?': () => document.getElementById('help').showModal(),
  Escape: () => {
    clearSelection();
    canvas.focus();
  },
}));

/** What keys do on the canvas. */
const CANVAS_KEYS = new Map(Object.entries({
  ArrowLeft: () => panBy(-plotWidth() / 8, smooth),
  ArrowRight: () => panBy(plotWidth() / 8, smooth),
  ArrowUp: () => stepLane(-1),
  ArrowDown: () => stepLane(1),
  PageUp: () => scrollPage(-1),
  PageDown: () => scrollPage(1),
  Home: () => setView({ start: -Infinity, perPixel: targetView().perPixel }, smooth),
  End: () => setView({ start: Infinity, perPixel: targetView().perPixel }, smooth),
  Enter: pressEnter,
}));

function listenToKeys() {
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
    if (event.target instanceof Element && event.target.matches('input[type=search], select')) return;
    const action = (event.target === canvas && CANVAS_KEYS.get(event.key)) || PAGE_KEYS.get(event.key);
    if (!action) return;
    event.preventDefault();
    action();
  });
}

function listenToSearch() {
  const input = document.getElementById('search');
  input.addEventListener('input', () => search(input.value));
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') {
      event.preventDefault();
      goToHit(event.shiftKey ? -1 : 1);
    } else if (event.key === 'Escape') {
      event.preventDefault();
      input.value = '';
      search('');
      canvas.focus();
    }
  });
  document.getElementById('next-hit').addEventListener('click', () => goToHit(1));
  document.getElementById('previous-hit').addEventListener('click', () => goToHit(-1));
}

function chooseScale(name) {
  if (name === state.scaleName) return;
  const center = state.cursor;
  state.scaleName = name;
  makeSections();
  for (const place of [state.cursor, state.selected]) {
    if (place) place.section = state.sections[place.section.order.number];
  }
  state.hovered = null;
  document.getElementById('scale').value = name;
  showDetails();
  if (state.difference >= 0) showDifference();
  else fit();
  if (center) reveal(state.cursor);
  refreshOverview();
  announce(`Scale of time: ${document.getElementById('scale').selectedOptions[0].textContent}`);
}

function switchTheme() {
  const { dataset } = document.documentElement;
  applyTheme(dataset.theme === 'dark' ? 'light' : 'dark');
}

function applyTheme(theme) {
  document.documentElement.dataset.theme = theme;
  const button = document.getElementById('theme');
  button.textContent = theme === 'dark' ? 'Light' : 'Dark';
  button.setAttribute('aria-label', `${button.textContent} colors`);
  if (!context) return;
  readColors();
  refreshOverview();
}

function listenToButtons() {
  const onClick = (id, action) => document.getElementById(id).addEventListener('click', action);
  onClick('zoom-in', () => zoomBy(0.5, undefined, smooth));
  onClick('zoom-out', () => zoomBy(2, undefined, smooth));
  onClick('fit', () => fit(smooth));
  onClick('show-table', toggleTable);
  onClick('theme', switchTheme);
  onClick('show-help', () => document.getElementById('help').showModal());
  onClick('close-details', () => {
    clearSelection();
    canvas.focus();
  });
  onClick('show-difference', () => showDifference(smooth));
  document.getElementById('scale').addEventListener('change', ({ target }) => chooseScale(target.value));
}
