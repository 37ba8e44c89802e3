// details.js: selecting work and marks, and the panel that says everything about what is selected.
// Text from the program only becomes text nodes.

const MOST_LINKS = 50;
const LONGEST_SHOWN = 2000;

/** An element with properties and children. Strings become text. */
function element(name, properties = {}, ...children) {
  const result = Object.assign(document.createElement(name), properties);
  result.append(...children.filter((child) => child !== null && child !== ''));
  return result;
}

/** Reads a sentence to the users of screen readers. */
function announce(text) {
  document.getElementById('live').textContent = text;
}

function orderPrefix(order) {
  return state.sections.length > 1 ? `${order.name}: ` : '';
}

function summaryOf(order, i) {
  const parts = [`${orderPrefix(order)}${order.describe(i)}`];
  if (order.hasStarted(i)) {
    parts.push(`waited ${formatDuration(order.waitOf(i))}`);
    parts.push(`ran at ${formatTime(order.started[i])} for ${formatDuration(order.durationOf(i))}`);
  }
  parts.push(order.endingOf(i));
  return parts.join(', ');
}

/** Moves the keyboard's place to a piece of work. If something is selected, so is this. */
function moveCursor(section, i) {
  if (state.selected) {
    select(section, i, { zoom: false });
    return;
  }
  state.cursor = { section, i };
  reveal(state.cursor);
  announce(summaryOf(section.order, i));
}

/** Selects work. With `show`, the view moves to it; with `zoom`, it also becomes large enough to be seen. */
function select(section, i, { show = true, zoom = true } = {}) {
  state.cursor = { section, i };
  state.selected = { section, i };
  showDetails();
  if (show && zoom) magnify(state.cursor);
  if (show) reveal(state.cursor);
  announce(`Selected: ${summaryOf(section.order, i)}`);
  showSelectedRow();
  requestDraw();
}

function selectMark(section, mark) {
  state.selected = { section, mark };
  const { marks } = section.order;
  showDetails();
  const x = xOf(section, section.markAt[mark]);
  if (x < state.gutter + 20 || x > state.width - 20) {
    centerOn(section.markAt[mark] - section.origin);
  }
  const text = shorten(section.order.textOfMark(mark), 200);
  announce(`Selected: ${section.order.text(marks.kindText[mark])} at ${formatTime(marks.at[mark])}: ${text}`);
  requestDraw();
}

function clearSelection() {
  const had = state.selected !== null;
  state.selected = null;
  if (!had) state.cursor = null;
  showDetails();
  showSelectedRow();
  announce(had ? 'Nothing is selected.' : '');
  requestDraw();
}

/** Finds a piece of work by its number and selects it. */
function selectId(id, number = 0) {
  const section = state.sections[number];
  const i = section?.order.indexOfId.get(id);
  if (i === undefined) return false;
  select(section, i);
  return true;
}

function showDetails() {
  const panel = document.getElementById('details');
  const body = document.getElementById('details-body');
  const { selected } = state;
  const hidden = panel.hidden;
  panel.hidden = selected === null;
  body.replaceChildren();
  body.scrollTop = 0;
  if (selected) {
    const content = selected.mark === undefined
      ? describeWork(selected.section, selected.i)
      : describeMark(selected.section, selected.mark);
    body.append(...content.filter(Boolean));
  }
  if (hidden !== panel.hidden) resizeNow();
}

function describeWork(section, i) {
  const { order } = section;
  const name = order.text(order.title[i]);
  return [
    element('h2', {}, badge(order, i), shorten(name, 200) || order.labelOf(i)),
    element('p', { className: 'kind' }, `${order.kindOf(i)} ${order.numberOf(i)}`),
    facts(section, i),
    stackOf(order, i),
    whyItRan(order, i),
    waitedFor(section, i),
    causes(section, i),
    effects(section, i),
    marksDuring(section, i),
  ];
}

function badge(order, i) {
  const result = element('span', { className: 'swatch' });
  result.style.background = `var(--bar-${order.category[i]})`;
  result.setAttribute('aria-hidden', 'true');
  return result;
}

function facts(section, i) {
  const { order } = section;
  const list = element('dl');
  const add = (term, ...values) => {
    if (values[0] === '' || values[0] === null) return;
    list.append(element('dt', {}, term), element('dd', {}, ...values));
  };
  if (state.sections.length > 1) add('order', order.name);
  add('priority', priorityOf(order, i));
  add('scheduled', formatTime(order.scheduled[i]));
  add('place', shorten(order.placeOf(i), LONGEST_SHOWN));
  if (!Number.isNaN(order.delay[i])) add('delay', `${ROUNDED.format(order.delay[i])} ms`);
  if (order.ready[i] > order.scheduled[i]) add('ready', formatTime(order.ready[i]));
  add('waited', Number.isNaN(order.ready[i]) ? 'it was never ready' : formatDuration(order.waitOf(i)));
  add('ran', order.hasStarted(i) ? `at ${formatTime(order.started[i])}` : 'never');
  if (order.hasStarted(i)) add('ran for', formatDuration(order.durationOf(i)));
  add('result', ending(order, i));
  add('microtasks', microtasksOf(section, i));
  if (order.signal[i] >= 0) add('signal', `signal ${order.text(order.signal[i])}`);
  return list;
}

function ending(order, i) {
  const text = order.endingOf(i);
  const when = !order.hasStarted(i) && !Number.isNaN(order.ended[i]) ? ` at ${formatTime(order.ended[i])}` : '';
  return element('span', { className: order.how[i] === THREW || order.how[i] === ABORTED ? 'bad' : '' }, text + when);
}

function priorityOf(order, i) {
  if (order.priority[i] < 0) return null;
  const { marks } = order;
  const changes = order.priorityChangesOf(i).map((m) => (
    element('li', {}, `${shorten(order.text(marks.text[m]), 100)}, at ${formatTime(marks.at[m])}`)));
  const name = PRIORITIES[order.priority[i]];
  if (changes.length === 0) return name;
  return element('div', {}, `${name}; changed while waiting:`, element('ul', {}, ...changes));
}

function microtasksOf(section, i) {
  const { checkpoints } = section.order;
  section.order.checkpointsByWork ??= groups(checkpoints.within, section.order.count);
  const list = section.order.checkpointsByWork.of(i);
  const count = list.reduce((sum, c) => sum + (checkpoints.microtasks[c] || 0), 0);
  if (list.length === 0) return '';
  return `${count} in ${list.length} checkpoint${list.length === 1 ? '' : 's'}`;
}

function stackOf(order, i) {
  const lines = order.stacks[order.stack[i]];
  if (!Array.isArray(lines) || lines.length === 0) return null;
  const text = lines.slice(0, 100).map((line) => shorten(String(line), LONGEST_SHOWN)).join('\n');
  return chapter('Scheduled by this call', element('pre', { tabIndex: 0 }, text));
}

function chapter(title, ...content) {
  return element('section', {}, element('h3', {}, title), ...content);
}

function whyItRan(order, i) {
  const why = shorten(order.text(order.why[i]), LONGEST_SHOWN);
  return why ? chapter('Why it ran at this time', element('p', {}, why)) : null;
}

function waitedFor(section, i) {
  const { order } = section;
  const [from, until] = order.ranMeanwhile(i);
  if (until <= from) return null;
  const title = `Ran while it waited (${new Intl.NumberFormat('en').format(until - from)})`;
  return chapter(title, links(section, order.runs.subarray(from, until)));
}

function causes(section, i) {
  const { order } = section;
  return order.by[i] < 0 ? null : chapter('Scheduled by', links(section, [order.by[i]]));
}

function effects(section, i) {
  const list = section.order.effectsOf(i);
  if (list.length === 0) return null;
  return chapter(`It scheduled (${new Intl.NumberFormat('en').format(list.length)})`, links(section, list));
}

function marksDuring(section, i) {
  const list = section.order.marksOf(i);
  if (list.length === 0) return null;
  const items = [...list.subarray(0, MOST_LINKS)].map((m) => element('li', {}, linkToMark(section, m)));
  return chapter(`Marks (${new Intl.NumberFormat('en').format(list.length)})`, element('ul', {}, ...items));
}

/** A list of links to work. Only the first ones are shown until a button is pressed. */
function links(section, list, limit = MOST_LINKS) {
  const items = [...list.slice(0, limit)].map((i) => element('li', {}, linkTo(section, i)));
  const result = element('ul', { className: 'links' }, ...items);
  if (list.length <= limit) return result;
  const rest = new Intl.NumberFormat('en').format(Math.min(list.length - limit, 500));
  const more = element('button', { type: 'button', className: 'more' }, `Show ${rest} more`);
  more.addEventListener('click', () => result.replaceWith(links(section, list, limit + 500)));
  result.append(element('li', {}, more));
  return result;
}

function linkTo(section, i) {
  const { order } = section;
  const when = order.hasStarted(i) ? formatTime(order.started[i]) : order.endingOf(i);
  const button = element('button', { type: 'button', className: 'link' }, badge(order, i),
    element('span', { className: 'what' }, shorten(order.labelOf(i), 80)),
    element('span', { className: 'when' }, `${order.numberOf(i)} · ${order.kindOf(i)} · ${when}`));
  button.addEventListener('click', () => {
    select(section, i);
    document.getElementById('details-body').querySelector('h2')?.focus();
  });
  return button;
}

function linkToMark(section, mark) {
  const { marks } = section.order;
  const text = shorten(section.order.textOfMark(mark), 120);
  const kind = section.order.text(marks.kindText[mark]);
  const button = element('button', { type: 'button', className: 'link' },
    element('span', { className: 'what' }, text),
    element('span', { className: 'when' }, `${kind} · ${formatTime(marks.at[mark])}`));
  button.addEventListener('click', () => selectMark(section, mark));
  return button;
}

function describeMark(section, mark) {
  const { marks } = section.order;
  const kind = section.order.text(marks.kindText[mark]) || 'mark';
  const work = marks.work[mark];
  return [
    element('h2', {}, shorten(kind, 100)),
    element('p', { className: 'message' }, shorten(section.order.textOfMark(mark), LONGEST_SHOWN)),
    element('dl', {}, element('dt', {}, 'at'), element('dd', {}, formatTime(marks.at[mark]))),
    work < 0 ? null : chapter('Belongs to', links(section, [work])),
  ];
}
