// Data of timelines that are empty, extreme, malformed or hostile. None of it may break a page.

import { generate } from './generate.mjs';

const NO_MARKS = { at: [], kind: [], text: [], work: [] };
const NO_CHECKPOINTS = { within: [], start: [], end: [], microtasks: [] };

function page(...orders) {
  return { version: 1, title: 'odd.js', virtual_time: true, orders };
}

/** An order with the given work: one object for each. */
function order(items, { strings = ['task', 'odd'], marks = NO_MARKS, stacks = [['at odd (odd.js:1:1)']] } = {}) {
  const names = ['id', 'kind', 'name', 'priority', 'scheduled', 'ready', 'started', 'ended', 'how', 'by', 'place',
    'stack', 'delay', 'signal', 'why'];
  const work = Object.fromEntries(names.map((name) => [name, items.map((item) => item[name] ?? null)]));
  return { name: 'usual order', strings, stacks, work, checkpoints: NO_CHECKPOINTS, marks };
}

const TASK = { id: 1, kind: 0, name: 1, priority: 1, scheduled: 0, ready: 0, started: 5, ended: 9, how: 0 };

function hostile() {
  const strings = ['task', '</script><script>document.title = "broken"</script>', '<img src=x onerror=alert(1)>',
    '\u0000\u0007\u001b[31mred\r\n\t', '\u202eright to left\u2066', 'x'.repeat(1_000_000), 'error', '😀'.repeat(5000),
    '__proto__', 'constructor', '--><!--<script>', '/*DATA*/ /*SCRIPT*/ $& $1'];
  const items = strings.map((_, number) => ({
    ...TASK, id: number + 1, name: number, place: number, why: number, scheduled: number, ready: number, stack: 0,
    started: 20 + 5 * number, ended: 24 + 5 * number, by: number || null, kind: number > 8 ? number : 0,
  }));
  const count = strings.length;
  const marks = {
    at: strings.map((_, number) => 20 + number), kind: Array(count).fill(6), text: strings.map((_, number) => number),
    work: strings.map((_, number) => number),
  };
  const data = page(order(items, { strings, marks, stacks: [strings] }));
  return { ...data, title: strings[1] + strings[4] };
}

function malformed() {
  const data = generate({ count: 30 });
  const { work, marks, checkpoints } = data.orders[0];
  work.kind = work.kind.slice(0, 10);
  work.started[3] = 'soon';
  work.ended[4] = -5;
  work.scheduled[5] = 1e300;
  work.by = [99_999, 1, 1, {}];
  work.name[6] = 4000;
  work.priority[7] = 9;
  work.stack = null;
  delete work.why;
  work.id[8] = work.id[9];
  marks.kind = 'none';
  marks.at.push(null, 3);
  checkpoints.end.length = 2;
  data.orders[0].strings[1] = null;
  return data;
}

/** The data of each page, by name. A string is not even JSON. */
export function oddPages() {
  const many = Array.from({ length: 300 }, (_, number) => ({ ...TASK, id: number, kind: number % 100 }));
  const kinds = Array.from({ length: 100 }, (_, number) => `kind ${number}`);
  return {
    'no-work': page(order([])),
    'no-orders': page(),
    'no-json': '{"orders": [',
    'only-null': 'null',
    'wrong-types': page({ name: 3, strings: 'x', stacks: 1, work: { id: 7 }, checkpoints: [], marks: 'y' }, null),
    'one-item': page(order([TASK])),
    'zero-length': page(order([{ ...TASK, started: 0, ended: 0 }, { ...TASK, id: 2, started: 0, ended: 0 }])),
    'never-started': page(order([
      { ...TASK, started: null, ended: null, how: null }, { ...TASK, id: 2, started: null, ended: 40, how: 2 },
      { ...TASK, id: 3, started: null, ready: null, ended: 30, how: 3 },
      { ...TASK, id: 4, started: null, ready: null, ended: null, how: null },
    ])),
    'still-running': page(order([TASK, { ...TASK, id: 2, started: 10, ended: null, how: null }])),
    'huge-times': page(order([
      TASK, { ...TASK, id: 2, scheduled: 1e15, ready: 1e15, started: 1e15 + 3, ended: 1e15 + 9 },
      { ...TASK, id: 3, scheduled: 5, ready: 1e15, started: 2e15, ended: 2e15 + 1, delay: 1e12 },
    ])),
    'many-kinds': page(order(many, { strings: kinds })),
    'same-orders': page(order([TASK]), order([TASK])),
    'one-order-empty': page(order([TASK]), order([])),
    hostile: hostile(),
    malformed: malformed(),
  };
}
