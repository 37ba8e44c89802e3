// model.js: reads the data of the page, checks it, and keeps it in typed columns.
// Nothing here trusts the data: what has the wrong type is treated as absent, and `problems` says so.

const PRIORITIES = ['user-blocking', 'user-visible', 'background'];
const RETURNED = 0;
const THREW = 1;
const ABORTED = 2;
const ENDINGS = ['returned', 'threw an exception', 'was aborted', 'was removed'];
const LAST_TIME = Number.MAX_SAFE_INTEGER;
// How many numbers of work each agent has: those of a worker start after those of all agents before it.
const NUMBERS_OF_AGENT = 2 ** 36;

// The categories of work, which have a color each.
const SCRIPT = 0;
const TIMERS = 4;
const MESSAGES = 5;
const IDLE = 6;
const OTHER = 7;
const CATEGORY_NAMES = ['script', ...PRIORITIES, 'timers', 'messages', 'idle callbacks', 'other'];

const MARK_KINDS = ['error', 'warning', 'abort', 'priority change', 'mark', 'measure', 'timestamp'];
const OTHER_MARK = MARK_KINDS.length;

/** The elements of a typed column that `order` lists. */
function pick(column, order) {
  const result = new column.constructor(order.length);
  for (let i = 0; i < order.length; i += 1) result[i] = column[order[i]];
  return result;
}

/** The elements of `column` as numbers for which `accepts` is true; `missing` for all others. */
function readColumn(column, length, Type, missing, accepts) {
  const result = new Type(length).fill(missing);
  if (!Array.isArray(column)) return result;
  for (let i = Math.min(length, column.length) - 1; i >= 0; i -= 1) {
    const value = column[i];
    if (typeof value === 'number' && accepts(value)) result[i] = value;
  }
  return result;
}

function readTimes(column, length) {
  return readColumn(column, length, Float64Array, NaN, (value) => value >= 0 && value <= LAST_TIME);
}

/** Numbers from 0 to `limit`, exclusive; -1 stands for null. */
function readIndexes(column, length, limit) {
  const integer = (value) => value >= 0 && value < limit && Number.isInteger(value);
  return readColumn(column, length, Int32Array, -1, integer);
}

function readNumbers(column, length) {
  return readColumn(column, length, Float64Array, NaN, Number.isFinite);
}

/** The first of the numbers which is not NaN. */
function firstOf(...numbers) {
  return numbers.find((number) => !Number.isNaN(number));
}

function lengthOf(column) {
  return Array.isArray(column) ? column.length : 0;
}

/** The indexes 0 to length - 1, sorted by the key, and by themselves if the keys are equal. */
function sortedBy(keys, indexes) {
  let sorted = true;
  for (let i = 1; i < indexes.length && sorted; i += 1) sorted = keys[indexes[i - 1]] <= keys[indexes[i]];
  return sorted ? indexes : indexes.sort((a, b) => keys[a] - keys[b] || a - b);
}

function indexesWhere(length, accepts) {
  const result = new Uint32Array(length);
  let count = 0;
  for (let i = 0; i < length; i += 1) {
    if (accepts(i)) {
      result[count] = i;
      count += 1;
    }
  }
  return result.slice(0, count);
}

/** The first index in [from, to) for which `accepts` is true, if it is true for all later ones too; else `to`. */
function firstWhere(from, to, accepts) {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (accepts(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** What an order does differently from the usual one, and why that is allowed. */
function readDifferences(raw) {
  const list = Array.isArray(raw) ? raw.filter((it) => typeof it?.text === 'string') : [];
  return list.map(({ text, reasons }) => ({ text, reasons: Array.isArray(reasons) ? reasons.map(String) : [] }));
}

/** One run of the program. */
class Order {
  constructor(raw, number, program, problems) {
    this.number = number;
    this.program = program;
    this.name = typeof raw.name === 'string' && raw.name !== '' ? raw.name : `order ${number + 1}`;
    this.strings = Array.isArray(raw.strings) ? raw.strings.map(String) : [];
    this.stacks = Array.isArray(raw.stacks) ? raw.stacks : [];
    this.differences = readDifferences(raw.differences);
    this.readWork(raw.work ?? {}, problems);
    this.repairTimes();
    this.readCheckpoints(raw.checkpoints ?? {});
    this.readMarks(raw.marks ?? {});
    this.end = this.lastTime();
    this.runs = sortedBy(this.started, indexesWhere(this.count, (i) => !Number.isNaN(this.started[i])));
    this.rank = new Int32Array(this.count).fill(-1);
    for (let i = 0; i < this.runs.length; i += 1) this.rank[this.runs[i]] = i;
  }

  readWork(raw, problems) {
    const count = lengthOf(raw.id);
    const different = Object.values(raw).some((column) => lengthOf(column) !== count);
    if (different) problems.push(`The columns of “${this.name}” have different lengths.`);
    const indexes = (name, limit) => readIndexes(raw[name], count, limit);
    this.count = count;
    this.kind = indexes('kind', this.strings.length);
    this.title = indexes('name', this.strings.length);
    this.place = indexes('place', this.strings.length);
    this.why = indexes('why', this.strings.length);
    this.worker = readIndexes(raw.worker ?? [], count, this.strings.length);
    this.stack = indexes('stack', this.stacks.length);
    this.priority = indexes('priority', PRIORITIES.length);
    this.how = indexes('how', ENDINGS.length);
    this.signal = indexes('signal', this.strings.length);
    this.delay = readNumbers(raw.delay, count);
    for (const name of ['scheduled', 'ready', 'started', 'ended']) this[name] = readTimes(raw[name], count);
    this.readIds(raw, count);
    this.classify();
  }

  readIds(raw, count) {
    this.id = readNumbers(raw.id, count);
    this.indexOfId = new Map();
    for (let i = 0; i < count; i += 1) {
      if (Number.isNaN(this.id[i])) this.id[i] = i + 1;
      this.indexOfId.set(this.id[i], i);
    }
    this.by = this.indexesOf(raw.by, count);
  }

  /** A column of ids as a column of indexes; -1 for null and for work that does not exist. */
  indexesOf(column, length) {
    const ids = readNumbers(column, length);
    const result = new Int32Array(length).fill(-1);
    for (let i = 0; i < length; i += 1) if (!Number.isNaN(ids[i])) result[i] = this.indexOfId.get(ids[i]) ?? -1;
    return result;
  }

  /** Gives all work its category, from its kind and its priority. */
  classify() {
    const categories = this.strings.map(categoryOfKind);
    const scheduler = this.strings.map((kind) => kind === 'task' || kind === 'continuation');
    this.category = new Uint8Array(this.count).fill(OTHER);
    for (let i = 0; i < this.count; i += 1) {
      const kind = this.kind[i];
      if (kind < 0) continue;
      const prioritized = scheduler[kind] && this.priority[i] >= 0;
      this.category[i] = prioritized ? this.priority[i] + 1 : categories[kind];
    }
  }

  /** Makes the times of each piece of work follow each other. */
  repairTimes() {
    const { scheduled, ready, started, ended } = this;
    for (let i = 0; i < this.count; i += 1) {
      if (Number.isNaN(scheduled[i])) scheduled[i] = firstOf(ready[i], started[i], ended[i], 0);
      if (Number.isNaN(ready[i]) && !Number.isNaN(started[i])) ready[i] = scheduled[i];
      if (ready[i] < scheduled[i]) ready[i] = scheduled[i];
      if (started[i] < ready[i]) started[i] = ready[i];
      const least = firstOf(started[i], scheduled[i]);
      if (ended[i] < least) ended[i] = least;
    }
  }

  readCheckpoints(raw) {
    const length = lengthOf(raw.start);
    const start = readTimes(raw.start, length);
    const end = readTimes(raw.end, length);
    const order = sortedBy(start, indexesWhere(length, (i) => start[i] <= end[i]));
    const microtasks = readNumbers(raw.microtasks, length);
    const within = this.indexesOf(raw.within, length);
    this.checkpoints = {
      start: pick(start, order),
      end: pick(end, order),
      microtasks: pick(microtasks, order),
      within: pick(within, order),
    };
  }

  readMarks(raw) {
    const length = lengthOf(raw.at);
    const at = readTimes(raw.at, length);
    const order = sortedBy(at, indexesWhere(length, (i) => !Number.isNaN(at[i])));
    const kind = pick(readIndexes(raw.kind, length, this.strings.length), order);
    const kinds = this.strings.map((text) => {
      const known = MARK_KINDS.indexOf(text);
      return known < 0 ? OTHER_MARK : known;
    });
    this.marks = {
      count: order.length,
      at: pick(at, order),
      kind: Uint8Array.from(kind, (k) => (k < 0 ? OTHER_MARK : kinds[k])),
      kindText: kind,
      text: pick(readIndexes(raw.text, length, this.strings.length), order),
      work: pick(this.indexesOf(raw.work, length), order),
    };
  }

  lastTime() {
    let last = 0;
    const see = (times) => {
      for (let i = 0; i < times.length; i += 1) if (times[i] > last) last = times[i];
    };
    [this.scheduled, this.ready, this.started, this.ended].forEach(see);
    [this.checkpoints.end, this.marks.at].forEach(see);
    return last;
  }

  text(index) {
    return index < 0 ? '' : this.strings[index];
  }

  kindOf(i) {
    const kind = this.text(this.kind[i]) || 'work';
    return this.priority[i] >= 0 ? `${PRIORITIES[this.priority[i]]} ${kind}` : kind;
  }

  placeOf(i) {
    return this.text(this.place[i]);
  }

  /** The name of the callback, else a short form of the place: "lib/app.js:3:1" is "3:1" if that is the program. */
  nameOf(i) {
    const name = this.text(this.title[i]);
    if (name !== '') return name;
    const place = this.placeOf(i);
    const file = place.replace(/:\d+:\d+$/, '');
    if (file !== '' && `/${this.program}`.endsWith(`/${file}`)) return place.slice(file.length + 1) || file;
    return place.slice(place.lastIndexOf('/') + 1);
  }

  /** What the drawing calls the work: its name, else where it was scheduled, else its kind. */
  labelOf(i) {
    return this.nameOf(i) || this.text(this.kind[i]) || 'work';
  }

  /** The number of the work: `#12`, or `#1.12` for work of the first worker. */
  numberOf(i) {
    const id = this.id[i];
    const worker = Math.floor(id / NUMBERS_OF_AGENT);
    return worker > 0 ? `#${worker}.${id % NUMBERS_OF_AGENT}` : `#${id}`;
  }

  /** The label with the kind and the number, for sentences. */
  describe(i) {
    const name = this.nameOf(i);
    const work = `${this.kindOf(i)} ${this.numberOf(i)}`;
    return name ? `${work}, ${shorten(name, 60)}` : work;
  }

  hasStarted(i) {
    return !Number.isNaN(this.started[i]);
  }

  /** When the work left the timeline: the end of the run, if it never did. */
  endOf(i) {
    return Number.isNaN(this.ended[i]) ? this.end : this.ended[i];
  }

  waitOf(i) {
    if (Number.isNaN(this.ready[i])) return NaN;
    return (this.hasStarted(i) ? this.started[i] : this.endOf(i)) - this.ready[i];
  }

  durationOf(i) {
    return this.hasStarted(i) ? this.endOf(i) - this.started[i] : NaN;
  }

  /** In one or two words, how the work ended. */
  endingOf(i) {
    if (this.how[i] >= 0) return ENDINGS[this.how[i]];
    if (this.hasStarted(i)) return Number.isNaN(this.ended[i]) ? 'still running' : 'ended';
    return Number.isNaN(this.ended[i]) ? 'still waiting' : 'never ran';
  }

  /** The work that the work `i` scheduled. */
  effectsOf(i) {
    this.effects ??= groups(this.by, this.count);
    return this.effects.of(i);
  }

  marksOf(i) {
    this.marksByWork ??= groups(this.marks.work, this.count);
    return this.marksByWork.of(i);
  }

  /** The text of a mark, for example the name of a measure. */
  textOfMark(m) {
    const text = this.text(this.marks.text[m]) || this.text(this.marks.kindText[m]) || 'mark';
    return MARK_KINDS[this.marks.kind[m]] === 'abort' ? `${text} aborted` : text;
  }

  /** The priority changes of the signal of the work, while it waited. */
  priorityChangesOf(i) {
    if (this.signal[i] < 0) return [];
    const start = `signal ${this.text(this.signal[i])}:`;
    const until = this.hasStarted(i) ? this.started[i] : this.endOf(i);
    const { marks } = this;
    const changes = this.priorityChanges ??= indexesWhere(marks.count, (m) => marks.kind[m] === 3);
    const first = firstWhere(0, changes.length, (k) => marks.at[changes[k]] >= this.scheduled[i]);
    const result = [];
    for (let k = first; k < changes.length && marks.at[changes[k]] <= until && result.length < 100; k += 1) {
      if (this.text(marks.text[changes[k]]).startsWith(start)) result.push(changes[k]);
    }
    return result;
  }

  /** The range in `runs` of what ran between the times at which the work was ready and started. */
  ranMeanwhile(i) {
    const { runs, started } = this;
    if (Number.isNaN(this.ready[i])) return [0, 0];
    const until = this.hasStarted(i) ? this.rank[i]
      : firstWhere(0, runs.length, (k) => started[runs[k]] >= this.endOf(i));
    let first = firstWhere(0, runs.length, (k) => started[runs[k]] >= this.ready[i]);
    if (first > 0 && this.endOf(runs[first - 1]) > this.ready[i]) first -= 1;
    return [Math.min(first, until), until];
  }
}

/** Groups the indexes of a column by its values, in order. */
function groups(column, count) {
  const start = new Uint32Array(count + 1);
  for (const value of column) if (value >= 0) start[value + 1] += 1;
  for (let i = 0; i < count; i += 1) start[i + 1] += start[i];
  const members = new Uint32Array(start[count]);
  const next = start.slice();
  column.forEach((value, i) => {
    if (value < 0) return;
    members[next[value]] = i;
    next[value] += 1;
  });
  return { of: (value) => members.subarray(start[value], start[value + 1]) };
}

function categoryOfKind(kind) {
  if (kind === 'script' || kind === 'module') return SCRIPT;
  if (/idle/i.test(kind)) return IDLE;
  if (/message/i.test(kind)) return MESSAGES;
  return /^setTimeout|^setInterval|timer|timeout/i.test(kind) ? TIMERS : OTHER;
}

/** Text from programs may be very long and contain anything. This makes it short and puts it on one line. */
function shorten(text, limit) {
  const start = text.length > limit + 200 ? text.slice(0, limit + 200) : text;
  const visible = start.replace(/[\p{Cc}\p{Cf}\u2028\u2029\s]+/gu, ' ');
  return visible.length > limit ? `${visible.slice(0, limit - 1).trimEnd()}…` : visible;
}

/** The number of the first run in which two orders differ; -1 if they do not differ. */
function firstDifference([one, other]) {
  const key = (order, i) => `${order.kindOf(i)}\0${order.placeOf(i)}\0${order.text(order.title[i])}`;
  const length = Math.min(one.runs.length, other.runs.length);
  for (let k = 0; k < length; k += 1) {
    if (key(one, one.runs[k]) !== key(other, other.runs[k])) return k;
  }
  return one.runs.length === other.runs.length ? -1 : length;
}

/** Reads the JSON text of the page. It never throws: what is wrong is in `problems`. */
function readData(text) {
  const problems = [];
  let raw = {};
  try {
    raw = JSON.parse(text);
  } catch (error) {
    problems.push(`The data of this page cannot be read: ${error.message}`);
  }
  const isObject = (value) => typeof value === 'object' && value !== null;
  const list = isObject(raw) && Array.isArray(raw.orders) ? raw.orders.filter(isObject).slice(0, 2) : [];
  if (problems.length === 0 && list.length === 0) problems.push('The data of this page contains no order.');
  const title = typeof raw?.title === 'string' ? raw.title : 'timeline';
  const orders = list.map((order, number) => new Order(order, number, title, problems));
  return { title, virtualTime: raw?.virtual_time === true, orders, problems };
}
