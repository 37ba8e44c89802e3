// Prints the data of a timeline with N work items: generate.mjs N [--orders 2] [--real] [--marks M] [--seed S]
// It simulates an event loop that runs a made-up program, so that the times and the causes agree with each other.

const HOUR = 3.6e9;
const CLASSES = [
  { kind: 'continuation', priority: 0 }, { kind: 'task', priority: 0 },
  { kind: 'continuation', priority: 1 }, { kind: 'message', priority: null },
  { kind: 'setTimeout', priority: null }, { kind: 'task', priority: 1 },
  { kind: 'continuation', priority: 2 }, { kind: 'task', priority: 2 },
  { kind: 'idle callback', priority: null },
];
const NAMES = ['render', 'save', 'decode', 'layout', 'fetchNext', 'parse', 'highlight', 'thumbnail', 'flush', null];
const WEIGHTS = [1, 2, 2, 2, 5, 4, 1, 4, 1];
const PRIORITIES = ['user-blocking', 'user-visible', 'background'];

/** A number from 0 to 1 that depends only on its arguments. */
function chance(seed, number) {
  let hash = Math.imul(seed + 0x9e3779b9, 0x85ebca6b) ^ Math.imul(number + 0x27d4eb2f, 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return ((hash ^ (hash >>> 15)) >>> 0) / 2 ** 32;
}

/** The entry of a list whose weight a number from 0 to 1 falls on. */
function weighted(weights, number) {
  let rest = number * weights.reduce((sum, weight) => sum + weight);
  return weights.findIndex((weight) => (rest -= weight) < 0);
}

class Strings {
  list = [];
  #known = new Map();

  index(text) {
    if (text === null) return null;
    if (!this.#known.has(text)) this.#known.set(text, this.list.push(text) - 1);
    return this.#known.get(text);
  }
}

class Simulation {
  #clock = 0;
  #queues = CLASSES.map(() => ({ items: [], first: 0 }));
  #delayed = [];
  #decisions = 0;
  strings = new Strings();
  stacks = [];
  work = [];
  checkpoints = { within: [], start: [], end: [], microtasks: [] };
  marks = { at: [], kind: [], text: [], work: [] };

  constructor({ count, seed, real, marks, unusual }) {
    Object.assign(this, { count, seed, real, wanted: marks, unusual });
  }

  #chance(item, what) {
    return chance(this.seed + what * 7919, item.id);
  }

  #add(which, by, delay) {
    const id = this.work.length + 1;
    const { kind, priority } = which;
    const item = { id, kind, priority, by, delay, scheduled: this.#clock };
    const named = Math.floor(chance(this.seed + 1, id) * NAMES.length);
    item.name = NAMES[named];
    item.place = `app.js:${10 + named * 7}:${5 + CLASSES.indexOf(which)}`;
    const hasSignal = priority !== null && this.#chance(item, 2) < 0.3;
    item.signal = hasSignal ? `S${1 + Math.floor(this.#chance(item, 3) * 3)}` : null;
    item.stack = this.#stack(item);
    this.work.push(item);
    return item;
  }

  #stack(item) {
    const lines = [`at ${item.name ?? '<anonymous>'} (${item.place})`, 'at main (app.js:3:1)'];
    const known = this.stacks.findIndex((stack) => stack[0] === lines[0]);
    return known < 0 ? this.stacks.push(lines) - 1 : known;
  }

  #post(by) {
    const number = chance(this.seed + 5, this.work.length);
    const which = CLASSES[weighted(WEIGHTS, number)];
    const late = which.kind === 'task' && chance(this.seed + 6, this.work.length) < 0.1;
    const waits = late || which.kind === 'setTimeout';
    const delay = waits ? [0, 4, 10, 16, 50, 100][Math.floor(chance(this.seed + 7, this.work.length) * 6)] : null;
    const item = this.#add(which, by.id, delay);
    if (delay) this.#delayed.push({ due: this.#clock + delay * 1000, item, which });
    else this.#queue(item, which);
  }

  #queue(item, which) {
    item.ready = this.#clock;
    this.#queues[CLASSES.indexOf(which)].items.push(item);
  }

  #mark(kind, text, work) {
    this.marks.at.push(this.#clock);
    this.marks.kind.push(this.strings.index(kind));
    this.marks.text.push(this.strings.index(text));
    this.marks.work.push(work);
  }

  #run(item, why) {
    item.started = this.#clock;
    item.why = why;
    const long = this.real ? 400 : 9;
    this.#clock += 1 + Math.floor(long * this.#chance(item, 8) ** 3);
    for (let left = this.#children(item); left > 0 && this.work.length < this.count; left -= 1) {
      this.#post(item);
      this.#clock += 1;
    }
    this.#happen(item);
    item.how = this.#chance(item, 9) < 0.02 ? 1 : 0;
    if (item.how === 1) this.#mark('error', `Uncaught Error: ${item.name ?? 'it'} failed`, item.id);
    item.ended = this.#clock;
    const microtasks = Math.floor(this.#chance(item, 10) * 4);
    this.checkpoints.within.push(item.id);
    this.checkpoints.start.push(this.#clock);
    this.#clock += microtasks;
    this.checkpoints.end.push(this.#clock);
    this.checkpoints.microtasks.push(microtasks);
  }

  #children(item) {
    if (item.kind === 'script') return Math.min(12, Math.ceil(this.count / 2));
    const waiting = this.#queues.reduce((sum, { items, first }) => sum + items.length - first, this.#delayed.length);
    if (waiting === 0) return 2;
    return Math.floor(this.#chance(item, 11) * (waiting > 200 ? 1.5 : 3.4));
  }

  /** What else a task does: it aborts or changes a signal, or makes marks. */
  #happen(item) {
    const number = this.#chance(item, 12);
    const signal = `S${1 + Math.floor(this.#chance(item, 13) * 3)}`;
    if (number < 0.02) this.#abort(signal, item);
    else if (number < 0.04) this.#mark('priority change', `signal ${signal}: background to user-blocking`, item.id);
    else if (number < 0.045) this.#mark('warning', 'background task #3 has waited for 120 ms', item.id);
    const more = this.wanted / this.count;
    for (let left = Math.floor(more + this.#chance(item, 14)); left > 0; left -= 1) {
      this.#mark(['mark', 'measure', 'timestamp'][left % 3], `${item.name ?? 'step'} ${left}`, item.id);
    }
  }

  #abort(signal, by) {
    this.#mark('abort', `signal ${signal}`, by.id);
    for (const { items, first } of this.#queues) {
      for (const item of items.slice(first, first + 50)) {
        if (item.signal === signal && item.how === undefined) Object.assign(item, { how: 2, ended: this.#clock });
      }
    }
  }

  #release() {
    const due = this.#delayed.filter((entry) => entry.due <= this.#clock).sort((a, b) => a.due - b.due);
    if (due.length === 0) return;
    this.#delayed = this.#delayed.filter((entry) => entry.due > this.#clock);
    for (const { item, which } of due) this.#queue(item, which);
  }

  #next() {
    const filled = this.#queues.filter((queue) => {
      while (queue.items[queue.first]?.how !== undefined) queue.first += 1;
      return queue.first < queue.items.length;
    });
    if (filled.length === 0) return null;
    this.#decisions += 1;
    const queue = this.#decisions === this.unusual && filled.length > 1 ? filled[1] : filled[0];
    queue.first += 1;
    return queue.items[queue.first - 1];
  }

  simulate() {
    const script = this.#add({ kind: 'script', priority: null }, null, null);
    Object.assign(script, { name: 'app.js', place: null, stack: null, ready: 0, signal: null });
    this.#run(script, 'it is the main program');
    while (this.#clock < HOUR) {
      this.#release();
      const item = this.#next();
      if (item) this.#run(item, this.#reason(item));
      else if (this.#delayed.length > 0) this.#clock = Math.min(...this.#delayed.map(({ due }) => due));
      else break;
      this.#clock += this.#chance(item ?? script, 15) < 0.2 && this.real ? 300 : 0;
    }
    return this;
  }

  #reason({ priority }) {
    if (priority === null) return 'it is the oldest task that was not posted by a scheduler';
    return `${PRIORITIES[priority]} is the highest priority of the ready tasks`;
  }

  data(name) {
    const column = (key) => this.work.map((item) => item[key] ?? null);
    const texts = (key) => this.work.map((item) => this.strings.index(item[key] ?? null));
    const work = {
      id: column('id'), kind: texts('kind'), name: texts('name'), priority: column('priority'),
      scheduled: column('scheduled'), ready: column('ready'), started: column('started'), ended: column('ended'),
      how: column('how'), by: column('by'), place: texts('place'), stack: column('stack'), delay: column('delay'),
      signal: texts('signal'), why: texts('why'),
    };
    const { stacks, checkpoints, marks } = this;
    return { name, strings: this.strings.list, stacks, work, checkpoints, marks };
  }
}

/** The data of a timeline. With two orders, the second one runs other work in the decision `unusual`. */
export function generate({ count, orders = 1, real = false, marks = count / 5, seed = 1, unusual = 6 }) {
  const simulate = (number) => new Simulation({ count, seed, real, marks, unusual: number }).simulate();
  const list = [simulate(0).data('usual order')];
  if (orders === 2) list.push(simulate(unusual).data('failing order'));
  return { version: 1, title: 'app.js', virtual_time: !real, orders: list };
}

function option(name, otherwise) {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : Number(process.argv[at + 1]);
}

if (process.argv[1] === import.meta.filename) {
  const count = Number(process.argv[2]);
  const real = process.argv.includes('--real');
  const settings = { orders: option('orders', 1), marks: option('marks', count / 5), seed: option('seed', 1) };
  process.stdout.write(`${JSON.stringify(generate({ count, real, ...settings }))}\n`);
}
