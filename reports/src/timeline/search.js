// search.js: finds work by name, place, kind, priority and number. All words have to match.
// It works in slices, so that the page stays responsive.

const SLICE = 8; // ms
const LONGEST_TEXT = 20_000;

/** For each order, the numbers of the work in the order in which it ran. What never ran has the place of its end. */
function sequenceOf(order) {
  if (!order.sequence) {
    const { runs, started, count } = order;
    const others = indexesWhere(count, (i) => !order.hasStarted(i)).sort((a, b) => order.endOf(a) - order.endOf(b));
    order.sequence = new Uint32Array(count);
    order.placeInSequence = new Uint32Array(count);
    for (let place = 0, r = 0, o = 0; place < count; place += 1) {
      const runIsNext = o >= others.length || (r < runs.length && started[runs[r]] <= order.endOf(others[o]));
      const i = runIsNext ? runs[r] : others[o];
      if (runIsNext) r += 1;
      else o += 1;
      order.sequence[place] = i;
      order.placeInSequence[i] = place;
    }
  }
  return order.sequence;
}

/** Lets the browser do other things, if the slice of time is used up. */
class Slices {
  end = performance.now() + SLICE;

  async pause() {
    if (performance.now() < this.end) return;
    await new Promise((resolve) => setTimeout(resolve));
    this.end = performance.now() + SLICE;
  }
}

/** For each string of the order, whether it contains the word. */
async function matchStrings(order, word, slices) {
  order.lowerCase ??= [];
  const { strings, lowerCase } = order;
  const result = new Uint8Array(strings.length);
  for (let s = 0; s < strings.length; s += 1) {
    if ((s & 63) === 0) await slices.pause();
    lowerCase[s] ??= strings[s].slice(0, LONGEST_TEXT).toLowerCase();
    if (lowerCase[s].includes(word)) result[s] = 1;
  }
  return result;
}

/** The id of the work with a number, such as `#12` or `#1.12`. */
function idOf(number) {
  const [, worker = 0, within] = /^#(?:(\d+)\.)?(-?\d+)$/.exec(number) ?? [];
  return within === undefined ? null : Number(worker) * NUMBERS_OF_AGENT + Number(within);
}

/** Clears the flag of all work of the order that does not match the word. */
async function matchWord(order, word, flags, slices) {
  const strings = await matchStrings(order, word, slices);
  const priorities = PRIORITIES.map((name) => name.includes(word));
  const number = idOf(word);
  const { kind, title, place, priority, id } = order;
  const matches = (s) => s >= 0 && strings[s] === 1;
  for (let i = 0; i < order.count; i += 1) {
    if ((i & 4095) === 0) await slices.pause();
    if (flags[i] === 0) continue;
    const found = number === null
      ? matches(title[i]) || matches(kind[i]) || matches(place[i]) || (priority[i] >= 0 && priorities[priority[i]])
      : id[i] === number;
    if (!found) flags[i] = 0;
  }
}

/** Searches all orders. Returns null if `isCurrent` has become false meanwhile. */
async function findWork(query, isCurrent) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return null;
  const slices = new Slices();
  const result = { query, words, flags: [], hits: [], total: 0 };
  for (const order of state.data.orders) {
    const flags = new Uint8Array(order.count).fill(1);
    for (const word of words) {
      await matchWord(order, word, flags, slices);
      if (!isCurrent()) return null;
    }
    const hits = sequenceOf(order).filter((i) => flags[i] === 1);
    result.flags.push(flags);
    result.hits.push(hits);
    result.total += hits.length;
  }
  return result;
}

let searches = 0;

async function search(query) {
  searches += 1;
  const number = searches;
  const isCurrent = () => number === searches;
  const result = await findWork(query, isCurrent);
  if (!isCurrent()) return;
  state.search = result;
  showHits();
  refreshOverview();
  refreshTable();
}

/** The place of the current item among all hits, -1 if it is none. */
function hitNumber() {
  const { hits } = state.search;
  const place = state.cursor;
  if (!place) return -1;
  const { order } = place.section;
  const within = hits[order.number].indexOf(place.i);
  if (within < 0) return -1;
  return within + (order.number > 0 ? hits[0].length : 0);
}

function goToHit(direction) {
  if (!state.search || state.search.total === 0) return;
  const { hits, total } = state.search;
  const now = hitNumber();
  const next = now < 0 ? (direction > 0 ? 0 : total - 1) : (now + direction + total) % total;
  const number = next < hits[0].length ? 0 : 1;
  const i = hits[number][next - (number > 0 ? hits[0].length : 0)];
  select(state.sections[number], i);
  showHits();
}

function showHits() {
  const output = document.getElementById('hits');
  if (!state.search) {
    output.textContent = '';
    return;
  }
  const { total } = state.search;
  const now = hitNumber();
  const count = new Intl.NumberFormat('en').format(total);
  if (total === 0) output.textContent = 'nothing found';
  else if (now >= 0) output.textContent = `${new Intl.NumberFormat('en').format(now + 1)} of ${count}`;
  else output.textContent = `${count} found`;
}
