// drawing.js: draws work into the rows of its lane. Work that is narrower than a pixel is merged.

const FONT = '12px system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';
const SMALL_FONT = '11px system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';
const BOLD_FONT = '600 12px system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';
const FADED = 0.22;
const FEW = 30;

let canvas;
let context;
let colors = {};
let hatches = [];

/** Reads the colors of the style sheet, and makes the hatching of each category. */
function readColors() {
  const style = getComputedStyle(document.documentElement);
  const names = ['text', 'muted', 'line', 'grid', 'page', 'panel', 'accent', 'danger', 'warning', 'idle', 'on-bar'];
  colors = Object.fromEntries(names.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
  colors.bars = CATEGORY_NAMES.map((_, category) => style.getPropertyValue(`--bar-${category}`).trim());
  hatches = colors.bars.map(makeHatch);
}

function makeHatch(color) {
  const tile = document.createElement('canvas');
  tile.width = 12;
  tile.height = 12;
  const pen = tile.getContext('2d');
  pen.globalAlpha = 0.14;
  pen.fillStyle = color;
  pen.fillRect(0, 0, 12, 12);
  pen.globalAlpha = 0.3;
  pen.strokeStyle = color;
  pen.lineWidth = 1.6;
  for (const x of [-12, -6, 0, 6, 12]) {
    pen.beginPath();
    pen.moveTo(x - 1, 13);
    pen.lineTo(x + 13, -1);
    pen.stroke();
  }
  const pattern = context.createPattern(tile, 'repeat');
  pattern.setTransform(new DOMMatrix().scale(1 / (window.devicePixelRatio > 1.5 ? 1.5 : 1)));
  return pattern;
}

const measured = new Map();

/** The text as far as it fits into `room` pixels; empty if that is too little. */
function fitText(text, room, font = FONT) {
  const key = text.length < 100 ? `${font}${text}` : null;
  let known = key && measured.get(key);
  if (!known) {
    const short = shorten(text, 80);
    context.font = font;
    known = { short, width: context.measureText(short).width };
    if (measured.size > 5000) measured.clear();
    if (key) measured.set(key, known);
  }
  const { short, width } = known;
  if (width <= room) return short;
  return room < 26 ? '' : cutText(short, room, width, font);
}

function cutText(text, room, width, font) {
  const characters = [...text];
  let length = Math.ceil((room / width) * characters.length);
  let cut = '';
  context.font = font;
  do {
    length -= 1;
    cut = `${characters.slice(0, length).join('').trimEnd()}…`;
  } while (length > 1 && context.measureText(cut).width > room);
  return cut;
}

function drawText(text, x, y, color, font = FONT) {
  context.font = font;
  context.fillStyle = color;
  context.fillText(text, x, y);
}

/** Text that stays readable above lines. */
function drawTextAbove(text, x, y) {
  context.font = FONT;
  context.strokeStyle = colors.page;
  context.lineWidth = 3;
  context.lineJoin = 'round';
  context.strokeText(text, x, y);
  drawText(text, x, y, colors.text);
}

function isHit(section, i) {
  return !state.search || state.search.flags[section.order.number][i] === 1;
}

function isSame(place, section, i) {
  return place !== null && place.i === i && place.section === section;
}

/** Draws all rows of a section that are visible. */
function drawLanes(section) {
  const top = section.top + section.fixed;
  context.save();
  context.beginPath();
  context.rect(state.gutter, top, plotWidth(), section.viewport);
  context.clip();
  section.drawn = 0;
  drawFewArrows(section);
  for (const lane of section.lanes) {
    const y = top + lane.top - section.scroll;
    if (y > top + section.viewport || y + lane.height < top) continue;
    if (lane.folded) drawDepth(section, lane, y);
    else drawRows(section, lane, y, top);
  }
  drawArrows(section);
  context.restore();
}

function drawRows(section, lane, y, top) {
  const first = Math.max(0, Math.floor((top - y) / rowSize.height));
  const last = Math.min(lane.rows - 1, Math.floor((top + section.viewport - y) / rowSize.height));
  const { height, bar } = rowSize;
  for (let row = first; row <= last; row += 1) drawRow(section, lane, row, y + row * height + (height - bar) / 2);
}

function drawRow(section, lane, row, y) {
  const { start, end } = section;
  const { members, rowStart } = lane;
  const [from, to] = visibleRange(section);
  const until = rowStart[row + 1];
  let p = firstWhere(rowStart[row], until, (k) => end[members[k]] >= from);
  while (p < until && start[members[p]] <= to) {
    const i = members[p];
    const near = start[i] + 2 * state.perPixel;
    if (p + 1 < until && end[i] < near && start[members[p + 1]] < near) {
      const next = firstWhere(p + 1, until, (k) => start[members[k]] > near);
      drawMerged(section, lane, p, next, y);
      p = next;
    } else {
      const room = p + 1 < until ? xOf(section, start[members[p + 1]]) : Infinity;
      drawWork(section, i, y, room);
      p += 1;
    }
  }
}

/** Draws the members from `p` to `next`, which together take less than a few pixels. */
function drawMerged(section, lane, p, next, y) {
  const { search } = state;
  let hits = next - p;
  if (search) {
    hits = 0;
    for (let k = p; k < next && hits === 0; k += 1) hits += search.flags[section.order.number][lane.members[k]];
  }
  const x = Math.round(xOf(section, section.start[lane.members[p]]));
  context.globalAlpha = hits > 0 ? 0.9 : FADED;
  context.fillStyle = colors.bars[lane.category];
  context.fillRect(x, y, 2, rowSize.bar);
  context.globalAlpha = 1;
  section.drawn += 1;
}

/** Draws one piece of work. `limit` is the x at which the next one in the row starts. */
function drawWork(section, i, y, limit) {
  const { order } = section;
  const color = colors.bars[order.category[i]];
  const box = boxOf(section, i);
  section.drawn += 1;
  context.globalAlpha = isHit(section, i) ? 1 : FADED;
  drawDelay(box, y, color);
  drawWait(box, y, color, hatches[order.category[i]]);
  if (box.ran) drawRun(box, y, color, isContinuation(order, i));
  drawEnding(order, i, box, y);
  drawLabel(order, i, box, y, limit);
  context.globalAlpha = 1;
  drawOutline(section, i, box, y);
}

/** The x of each moment of the work, limited to what can be drawn. */
function boxOf(section, i) {
  const limited = (coordinate) => Math.max(-50, Math.min(xOf(section, coordinate), state.width + 50));
  const ran = section.order.hasStarted(i);
  const scheduled = limited(section.start[i]);
  const end = limited(section.end[i]);
  const ready = Number.isNaN(section.ready[i]) ? end : limited(section.ready[i]);
  const run = ran ? limited(section.run[i]) : end;
  return { scheduled, ready, run, end: ran ? Math.max(end, run + 3) : end, ran };
}

function isContinuation(order, i) {
  return order.text(order.kind[i]) === 'continuation';
}

function drawDelay({ scheduled, ready }, y, color) {
  const middle = Math.round(y + rowSize.bar / 2);
  context.fillStyle = color;
  context.fillRect(scheduled, middle - 4, 1.5, 8);
  if (ready - scheduled < 1) return;
  context.fillRect(scheduled, middle - 0.5, ready - scheduled, 1.5);
}

function drawWait({ ready, run }, y, color, hatch) {
  if (run - ready < 0.5) return;
  context.fillStyle = hatch;
  context.fillRect(ready, y, run - ready, rowSize.bar);
  context.fillStyle = color;
  context.fillRect(ready, y, 1, rowSize.bar);
}

/** The bar of a continuation has a notch, because it continues something. */
function drawRun({ run, end }, y, color, notched) {
  context.fillStyle = color;
  context.beginPath();
  if (notched && end - run > 8) {
    context.moveTo(run, y);
    context.lineTo(end, y);
    context.lineTo(end, y + rowSize.bar);
    context.lineTo(run, y + rowSize.bar);
    context.lineTo(run + 5, y + rowSize.bar / 2);
    context.closePath();
  } else {
    context.roundRect(run, y, end - run, rowSize.bar, Math.min(2.5, (end - run) / 2));
  }
  context.fill();
}

/** A cross for what was aborted or removed; an exclamation mark for what threw. */
function drawEnding(order, i, { end, run, ran }, y) {
  const how = order.how[i];
  const middle = y + rowSize.bar / 2;
  if (how === THREW) {
    drawBadge(Math.max(end - 7, run + 1.5), middle);
  } else if (!ran && how >= ABORTED) {
    context.strokeStyle = how === ABORTED ? colors.danger : colors.muted;
    context.lineWidth = 2;
    context.beginPath();
    context.moveTo(end - 4, middle - 4);
    context.lineTo(end + 4, middle + 4);
    context.moveTo(end - 4, middle + 4);
    context.lineTo(end + 4, middle - 4);
    context.stroke();
  }
}

function drawBadge(x, y) {
  context.fillStyle = colors.danger;
  context.strokeStyle = colors.page;
  context.lineWidth = 1.5;
  context.beginPath();
  context.arc(x, y, 6.5, 0, 7);
  context.fill();
  context.stroke();
  context.fillStyle = colors.page;
  context.fillRect(x - 0.9, y - 4, 1.8, 4.8);
  context.fillRect(x - 0.9, y + 2, 1.8, 1.8);
}

/** The label is in the running bar if it fits, else behind it, else in the waiting bar. */
function drawLabel(order, i, box, y, limit) {
  const text = order.labelOf(i);
  const middle = y + rowSize.bar / 2 + 0.5;
  const badge = order.how[i] === THREW ? 14 : 0;
  const from = Math.max(box.run, state.gutter);
  const notch = isContinuation(order, i) ? 9 : 5;
  const inside = fitText(text, box.end - from - notch - 4 - badge);
  if (box.ran && inside !== '' && !inside.endsWith('…')) {
    drawText(inside, from + notch, middle, colors['on-bar']);
    return;
  }
  const behind = box.end + (badge || !box.ran ? 9 : 5);
  const after = fitText(text, Math.min(limit, state.width) - behind - 4);
  if (after !== '' && behind > state.gutter) {
    drawTextAbove(after, behind, middle);
    return;
  }
  const start = Math.max(box.ready, state.gutter);
  drawText(fitText(text, box.run - start - 8), start + 5, middle, colors.text);
}

function drawOutline(section, i, box, y) {
  const selected = isSame(state.selected, section, i);
  const current = isSame(state.cursor, section, i);
  if (!selected && !current && !isSame(state.hovered, section, i)) return;
  context.strokeStyle = selected || current ? colors.accent : colors.muted;
  context.lineWidth = selected ? 2.5 : 1.5;
  context.setLineDash(current && !selected ? [4, 3] : []);
  context.strokeRect(box.scheduled - 2.5, y - 2, box.end - box.scheduled + 5, rowSize.bar + 4);
  context.setLineDash([]);
}

/** A folded lane: how much waited over time, and below it what ran. */
function drawDepth(section, lane, y) {
  const { at, count, most } = lane.depth;
  const height = DEEP_LANE - 22;
  const [from, to] = visibleRange(section);
  let p = Math.max(firstWhere(0, at.length, (k) => at[k] > from) - 1, 0);
  const last = Math.min(firstWhere(p, at.length, (k) => at[k] > to), at.length);
  const levelAt = (value) => y + height - (value / most) * (height - 4);
  context.beginPath();
  context.moveTo(state.gutter, y + height);
  let level = levelAt(p > 0 || at[0] <= from ? count[p] : 0);
  context.lineTo(state.gutter, level);
  while (p < last) {
    const x = Math.floor(xOf(section, at[p]));
    let highest = count[p];
    let final = count[p];
    for (p += 1; p < last && xOf(section, at[p]) < x + 1; p += 1) {
      final = count[p];
      if (final > highest) highest = final;
    }
    context.lineTo(x, level);
    context.lineTo(x, levelAt(highest));
    level = levelAt(final);
    context.lineTo(x + 1, level);
  }
  context.lineTo(Math.min(state.width, xOf(section, at.at(-1) ?? 0)), level);
  context.lineTo(Math.min(state.width, xOf(section, at.at(-1) ?? 0)), y + height);
  context.fillStyle = hatches[lane.category];
  context.fill();
  context.strokeStyle = colors.bars[lane.category];
  context.lineWidth = 1;
  context.stroke();
  drawRuns(section, lane.runs, y + DEEP_LANE - 17, rowSize.bar);
}

/** Draws what ran as bars in one row. `runs` is sorted, and no two overlap. */
function drawRuns(section, runs, y, height) {
  const { run, end, order } = section;
  const [from, to] = visibleRange(section);
  let p = firstWhere(0, runs.length, (k) => end[runs[k]] >= from);
  while (p < runs.length && run[runs[p]] <= to) {
    const i = runs[p];
    const x = xOf(section, run[i]);
    const width = xOf(section, end[i]) - x;
    // Only bars that end in the same place are drawn as one.
    const near = run[i] + 1.5 * state.perPixel;
    const next = width >= 1.5 ? p + 1 : firstWhere(p + 1, runs.length, (k) => end[runs[k]] > near);
    drawOneRun(section, runs, p, next, { x, y, width, height });
    if (next === p + 1) labelRun(order, i, { x, y, width, height });
    p = next;
  }
}

function drawOneRun(section, runs, p, next, { x, y, width, height }) {
  const i = runs[p];
  let hit = isHit(section, i);
  for (let k = p + 1; k < next && !hit; k += 1) hit = isHit(section, runs[k]);
  section.drawn += 1;
  context.globalAlpha = hit ? 1 : FADED;
  context.fillStyle = colors.bars[section.order.category[i]];
  const left = Math.max(x, state.gutter - 2);
  const right = Math.min(x + Math.max(width - (width > 4 ? 1 : 0), 1.5), state.width + 2);
  context.fillRect(left, y, right - left, height);
  context.globalAlpha = 1;
  for (const place of [state.selected, state.cursor]) {
    if (place === null || place.section !== section || !(place.i >= 0)) continue;
    const rank = section.order.rank[place.i];
    if (runs[p] === place.i || (rank >= section.order.rank[runs[p]] && rank <= section.order.rank[runs[next - 1]]
      && section.order.category[place.i] === section.order.category[i])) markPlace(x + width / 2, y);
  }
}

function markPlace(x, y) {
  context.fillStyle = colors.accent;
  context.beginPath();
  context.moveTo(x, y - 1);
  context.lineTo(x - 5, y - 8);
  context.lineTo(x + 5, y - 8);
  context.closePath();
  context.fill();
}

function labelRun(order, i, { x, y, width, height }) {
  if (width < 30 || height < 14) return;
  const from = Math.max(x, state.gutter) + 5;
  const text = fitText(order.labelOf(i), Math.min(x + width, state.width) - from - 5);
  if (text !== '') drawText(text, from, y + height / 2 + 0.5, colors['on-bar']);
}

/** The work that is visible, if it is little; else null. */
function visibleWork(section) {
  const [from, to] = visibleRange(section);
  const found = [];
  for (const lane of section.lanes) {
    if (lane.folded || lane.rows > FEW) return null;
    for (let row = 0; row < lane.rows; row += 1) {
      const until = lane.rowStart[row + 1];
      const first = firstWhere(lane.rowStart[row], until, (k) => section.end[lane.members[k]] >= from);
      for (let p = first; p < until && section.start[lane.members[p]] <= to; p += 1) found.push(lane.members[p]);
      if (found.length > FEW) return null;
    }
  }
  return found;
}

/** Arrows from where work was scheduled to where it ran, below the bars, if they are few. */
function drawFewArrows(section) {
  const focus = focusOf(section);
  for (const i of visibleWork(section) ?? []) {
    if (i !== focus && section.order.by[i] !== focus) drawArrow(section, i, false);
  }
}

function focusOf(section) {
  return state.selected?.section === section ? state.selected.i : undefined;
}

/** The arrows to and from what is selected. */
function drawArrows(section) {
  const { order } = section;
  const focus = focusOf(section);
  if (focus === undefined) return;
  drawArrow(section, focus, true);
  for (const i of order.effectsOf(focus).subarray(0, 300)) drawArrow(section, i, true);
}

function drawArrow(section, i, strong) {
  const { order } = section;
  const cause = order.by[i];
  if (cause < 0 || cause === i || !order.hasStarted(cause)) return;
  const offset = section.top + section.fixed - section.scroll;
  const fromX = xOf(section, Math.min(Math.max(section.start[i], section.run[cause]), section.end[cause]));
  const fromY = section.middleOf(cause) + offset;
  const toX = xOf(section, order.hasStarted(i) ? section.run[i] : section.start[i]);
  const toY = section.middleOf(i) + offset;
  if (Math.max(fromX, toX) < state.gutter || Math.min(fromX, toX) > state.width) return;
  context.strokeStyle = strong ? colors.accent : colors.muted;
  context.fillStyle = context.strokeStyle;
  context.globalAlpha = strong ? 1 : 0.4;
  context.lineWidth = strong ? 2 : 1;
  strokeArrow(fromX, fromY, toX, toY);
  context.globalAlpha = 1;
}

/** A line that leaves downwards or upwards, turns, and arrives from the left. */
function strokeArrow(fromX, fromY, toX, toY) {
  const near = Math.max(-20000, fromX);
  const bend = Math.min(Math.max((toX - near) / 2, 14), 60);
  context.beginPath();
  context.arc(near, fromY, 2.5, 0, 7);
  context.fill();
  context.beginPath();
  context.moveTo(near, fromY);
  context.bezierCurveTo(near, fromY + (toY - fromY) * 0.6, toX - bend, toY, toX - 6, toY);
  context.stroke();
  context.beginPath();
  context.moveTo(toX - 0.5, toY);
  context.lineTo(toX - 7, toY - 3.5);
  context.lineTo(toX - 7, toY + 3.5);
  context.closePath();
  context.fill();
}
