// frame.js: draws a frame: the axis, the marks, what ran, the labels of the lanes, and the work itself (drawing.js).

const TICK_DISTANCE = 110;
const FLAG_WIDTH = 100;
const MARK_COLORS = ['danger', 'warning', 'danger', 'accent', 'muted', 'muted', 'muted', 'muted'];
const frames = { drawing: [], requested: false, count: 0 };

/** Adapts the canvas to its size on the screen. */
function resizeCanvas() {
  const box = canvas.parentElement.getBoundingClientRect();
  const ratio = window.devicePixelRatio || 1;
  state.width = Math.max(Math.floor(box.width), 50);
  state.height = Math.max(Math.floor(box.height), 50);
  state.gutter = state.width < 600 ? 96 : 150;
  canvas.width = Math.round(state.width * ratio);
  canvas.height = Math.round(state.height * ratio);
  canvas.style.width = `${state.width}px`;
  canvas.style.height = `${state.height}px`;
  placeSections();
}

/** Draws in the next frame. */
function requestDraw() {
  if (frames.requested) return;
  frames.requested = true;
  requestAnimationFrame((now) => {
    frames.requested = false;
    drawFrame(now);
  });
}

function drawFrame(now) {
  const since = performance.now();
  moveView(now);
  Object.assign(state, limitView(state));
  if (canvas.width !== Math.round(state.width * (window.devicePixelRatio || 1))) resizeCanvas();
  const ratio = canvas.width / state.width;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.globalAlpha = 1;
  context.textBaseline = 'middle';
  context.fillStyle = colors.page;
  context.fillRect(0, 0, state.width, state.height);
  state.sections.forEach(drawSection);
  drawOverview();
  frames.count += 1;
  frames.drawing.push(performance.now() - since);
  if (frames.drawing.length > 600) frames.drawing.shift();
}

function drawSection(section) {
  context.save();
  context.beginPath();
  context.rect(0, section.top, state.width, section.height);
  context.clip();
  drawGaps(section);
  drawAxis(section);
  drawLanes(section);
  drawDifference(section);
  drawMarks(section);
  drawRunning(section);
  drawGutter(section);
  drawScrollbar(section);
  context.restore();
}

function axisTop(section) {
  return section.top + (state.sections.length > 1 ? NAME_ROW : 0);
}

/** Shades the idle times that are shortened. */
function drawGaps(section) {
  const { scale } = section;
  const { gaps, coordinates } = scale;
  const [from, to] = visibleRange(section);
  const top = axisTop(section);
  let k = firstWhere(0, gaps.length, (g) => coordinates[gaps[g] + 1] >= from);
  for (; k < gaps.length && coordinates[gaps[k]] <= to; k += 1) {
    const x = xOf(section, coordinates[gaps[k]]);
    const width = xOf(section, coordinates[gaps[k] + 1]) - x;
    if (width < 3) return;
    context.fillStyle = colors.idle;
    context.fillRect(x, top + AXIS, width, section.top + section.height - top);
    drawGapLabel(scale, gaps[k], x, width, section);
  }
}

function drawGapLabel(scale, gap, x, width, section) {
  const length = scale.times[gap + 1] - scale.times[gap];
  const text = fitText(`idle ${formatDuration(length)}`, width - 6, SMALL_FONT);
  if (text === '' || text.endsWith('…')) return;
  context.textAlign = 'center';
  drawText(text, x + width / 2, section.top + section.fixed - RUNNING_ROW / 2, colors.muted, SMALL_FONT);
  context.textAlign = 'left';
}

function drawAxis(section) {
  const top = axisTop(section);
  const { scale } = section;
  const step = niceStep(TICK_DISTANCE * state.perPixel);
  const near = 8 * state.perPixel;
  context.fillStyle = colors.panel;
  context.fillRect(0, top, state.width, AXIS);
  let from = Math.max(coordinateAt(section, state.gutter), 0);
  for (let left = 40; left > 0; left -= 1) {
    const tick = scale.tickAfter(from, step, near);
    if (!tick) break;
    const x = xOf(section, tick.coordinate);
    if (x > state.width) break;
    context.fillStyle = colors.grid;
    context.fillRect(Math.round(x), top + AXIS - 5, 1, section.height);
    const text = formatTime(tick.time);
    context.font = SMALL_FONT;
    const { width } = context.measureText(text);
    if (x + width + 4 < state.width && !isBelowFlag(section, x, width)) {
      drawText(text, Math.round(x) + 4, top + AXIS / 2, colors.muted, SMALL_FONT);
    }
    const free = x + Math.max(width + 20, scale.proportional ? TICK_DISTANCE / 2 : 0);
    const next = coordinateAt(section, free);
    from = next > tick.coordinate ? next : tick.coordinate * (1 + 1e-12) + 1e-9;
  }
  context.fillStyle = colors.line;
  context.fillRect(0, top + AXIS - 1, state.width, 1);
}

/** Whether the flag at the first difference would cover a label of the axis. */
function isBelowFlag(section, x, width) {
  if (state.difference < 0) return false;
  const flag = xOf(section, section.origin);
  return x + width + 8 > flag && x < flag + FLAG_WIDTH;
}

/** A line where the orders first differ. */
function drawDifference(section) {
  if (state.difference < 0) return;
  const x = Math.round(xOf(section, section.origin));
  if (x < state.gutter || x > state.width) return;
  const top = axisTop(section);
  context.strokeStyle = colors.danger;
  context.lineWidth = 2;
  context.setLineDash([6, 4]);
  context.beginPath();
  context.moveTo(x, top);
  context.lineTo(x, section.top + section.height);
  context.stroke();
  context.setLineDash([]);
  context.font = SMALL_FONT;
  const text = 'first difference';
  const width = context.measureText(text).width + 12;
  const left = Math.min(x, state.width - width);
  context.fillStyle = colors.danger;
  context.beginPath();
  context.roundRect(left, top + 4, width, AXIS - 9, 3);
  context.fill();
  drawText(text, left + 6, top + AXIS / 2 - 0.5, colors.page, SMALL_FONT);
}

function drawMarks(section) {
  const top = axisTop(section) + AXIS;
  context.save();
  context.beginPath();
  context.rect(state.gutter, top, plotWidth(), section.markRows.length * MARK_ROW);
  context.clip();
  section.markRows.forEach(({ groups: list }, row) => {
    for (const group of list) drawMarkGroup(section, group, top + row * MARK_ROW + MARK_ROW / 2, list);
  });
  context.restore();
}

function drawMarkGroup(section, { kind, members }, y, others) {
  const { markAt, order } = section;
  const [from, to] = visibleRange(section);
  let p = firstWhere(0, members.length, (k) => markAt[members[k]] >= from);
  while (p < members.length && markAt[members[p]] <= to) {
    const at = markAt[members[p]];
    const x = xOf(section, at);
    const next = firstWhere(p + 1, members.length, (k) => markAt[members[k]] > at + 11 * state.perPixel);
    drawMark(kind, x, y);
    const free = Math.min(nextMark(section, others, kind, at), state.width) - 18 - x;
    const more = next - p > 1 ? ` (+${next - p - 1})` : '';
    const text = fitText(`${shorten(order.textOfMark(members[p]), 80)}${more}`, free, SMALL_FONT);
    if (text !== '') drawText(text, x + 9, y, colors.muted, SMALL_FONT);
    if (state.selected?.section === section && state.selected.mark === members[p]) ringMark(x, y);
    p = next;
  }
}

/** The x of the next mark of the row which is not merged with the given one. */
function nextMark(section, list, kind, at) {
  const { markAt } = section;
  let nearest = Infinity;
  for (const { kind: other, members } of list) {
    const least = other === kind ? at + 11 * state.perPixel : at - 11 * state.perPixel;
    const p = firstWhere(0, members.length, (k) => markAt[members[k]] > least);
    if (p < members.length) nearest = Math.min(nearest, xOf(section, markAt[members[p]]));
  }
  return nearest;
}

/** Each kind of mark has its shape. */
function drawMark(kind, x, y) {
  const name = MARK_KINDS[kind];
  context.fillStyle = colors[MARK_COLORS[kind]];
  context.strokeStyle = context.fillStyle;
  context.lineWidth = 2;
  if (name === 'error') {
    drawBadge(x, y);
    return;
  }
  context.beginPath();
  if (name === 'warning') drawPolygon([x, y - 6], [x + 6.5, y + 5.5], [x - 6.5, y + 5.5]);
  else if (name === 'priority change') drawPolygon([x, y - 6], [x + 5.5, y], [x, y + 6], [x - 5.5, y]);
  else if (name === 'measure') context.rect(x - 4.5, y - 4.5, 9, 9);
  else if (name !== 'abort') context.arc(x, y, 4, 0, 7);
  if (name === 'abort') {
    context.moveTo(x - 4, y - 4);
    context.lineTo(x + 4, y + 4);
    context.moveTo(x - 4, y + 4);
    context.lineTo(x + 4, y - 4);
    context.stroke();
  } else if (name === 'mark' || name === 'warning' || name === 'priority change') {
    context.fill();
  } else {
    context.stroke();
  }
}

function drawPolygon(...points) {
  points.forEach(([x, y], i) => (i === 0 ? context.moveTo(x, y) : context.lineTo(x, y)));
  context.closePath();
}

function ringMark(x, y) {
  context.strokeStyle = colors.accent;
  context.lineWidth = 2;
  context.beginPath();
  context.arc(x, y, 9, 0, 7);
  context.stroke();
}

/** What the thread ran, and below it the microtask checkpoints. */
function drawRunning(section) {
  const y = section.top + section.fixed - RUNNING_ROW;
  context.save();
  context.beginPath();
  context.rect(state.gutter, y, plotWidth(), RUNNING_ROW);
  context.clip();
  drawRuns(section, section.order.runs, y + 9, 19);
  drawCheckpoints(section, y + 30);
  context.restore();
  context.fillStyle = colors.line;
  context.fillRect(0, y + RUNNING_ROW - 1, state.width, 1);
}

function drawCheckpoints(section, y) {
  const { checkpointStart: start, checkpointEnd: end } = section;
  const [from, to] = visibleRange(section);
  context.fillStyle = colors.text;
  let p = firstWhere(0, end.length, (k) => end[k] >= from);
  while (p < start.length && start[p] <= to) {
    const x = xOf(section, start[p]);
    const width = Math.max(xOf(section, end[p]) - x, 1);
    context.fillRect(x, y, 1, 5);
    context.fillRect(x, y + 3, width, 2);
    const near = start[p] + 1.5 * state.perPixel;
    p = firstWhere(p + 1, start.length, (k) => start[k] > near);
  }
}

function drawGutter(section) {
  const { gutter } = state;
  const top = axisTop(section);
  context.fillStyle = colors.panel;
  context.fillRect(0, section.top, gutter, section.height);
  if (state.sections.length > 1) drawName(section);
  section.markRows.forEach(({ label }, row) => {
    drawText(label, 12, top + AXIS + row * MARK_ROW + MARK_ROW / 2, colors.muted, SMALL_FONT);
  });
  drawText('running', 12, section.top + section.fixed - RUNNING_ROW / 2, colors.text, BOLD_FONT);
  drawLaneLabels(section);
  context.fillStyle = colors.line;
  context.fillRect(gutter - 1, top, 1, section.height);
  context.fillRect(0, top + AXIS - 1, gutter, 1);
  context.fillRect(0, section.top + section.fixed - 1, gutter, 1);
}

function drawName(section) {
  context.fillStyle = colors.panel;
  context.fillRect(0, section.top, state.width, NAME_ROW);
  context.fillStyle = colors.line;
  context.fillRect(0, section.top, state.width, section.order.number > 0 ? 2 : 0);
  const text = fitText(section.order.name, state.width - 24, BOLD_FONT);
  drawText(text, 12, section.top + NAME_ROW / 2 + 2, colors.text, BOLD_FONT);
}

function drawLaneLabels(section) {
  const top = section.top + section.fixed;
  context.save();
  context.beginPath();
  context.rect(0, top, state.width, section.viewport);
  context.clip();
  for (const lane of section.lanes) {
    const y = top + lane.top - section.scroll;
    if (y > top + section.viewport || y + lane.height < top) continue;
    drawLaneLabel(lane, Math.max(y, Math.min(top, y + lane.height - 2 * rowSize.height)));
    context.fillStyle = colors.grid;
    context.fillRect(0, Math.round(y + lane.height + LANE_GAP / 2), state.width, 1);
  }
  context.restore();
}

function drawLaneLabel(lane, y) {
  const { gutter } = state;
  const middle = y + rowSize.height / 2;
  context.fillStyle = colors.bars[lane.category];
  context.beginPath();
  context.roundRect(12, middle - 5, 10, 10, 2);
  context.fill();
  const count = new Intl.NumberFormat('en').format(lane.items.length);
  if (lane.height < 2 * rowSize.height) {
    context.textAlign = 'right';
    drawText(count, gutter - 10, middle, colors.muted, SMALL_FONT);
    context.textAlign = 'left';
    const room = gutter - 52 - context.measureText(count).width;
    drawText(fitText(lane.label, room, FONT), 28, middle, colors.text);
    return;
  }
  drawText(fitText(lane.label, gutter - 38, FONT), 28, middle, colors.text);
  const most = lane.folded ? `, ${new Intl.NumberFormat('en').format(lane.depth.most)} at once` : '';
  drawText(fitText(`${count}${most}`, gutter - 34, SMALL_FONT), 28, middle + 17, colors.muted, SMALL_FONT);
  if (lane.deep) drawText(lane.folded ? '▸ show rows' : '▾ fold', 28, middle + 34, colors.accent, SMALL_FONT);
}

function drawScrollbar(section) {
  const { viewport, contentHeight, scroll } = section;
  if (contentHeight <= viewport + 1) return;
  const top = section.top + section.fixed;
  const length = Math.max((viewport / contentHeight) * viewport, 24);
  const y = top + (scroll / (contentHeight - viewport)) * (viewport - length);
  context.globalAlpha = 0.5;
  context.fillStyle = colors.muted;
  context.beginPath();
  context.roundRect(state.width - 9, y, 6, length, 3);
  context.fill();
  context.globalAlpha = 1;
}
