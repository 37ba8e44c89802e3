// The examples: stories of bugs, with their repair.

import type { Program } from '../program.ts';

/** An example. */
export interface Example {
  id: string;
  theme: string;
  title: string;
  /** What goes wrong, or what there is to see. */
  story: string;
  source: string;
  repaired?: string;
  /** What the repair does. */
  repair?: string;
  options?: Partial<Omit<Program, 'source'>>;
}

const programs = import.meta.glob<string>('./programs/*', { query: '?raw', import: 'default', eager: true });
const shared = import.meta.glob<string>('../../../examples/{flaky,tour}.js', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** The text of a program of this folder, or of `examples/`. */
function text(name: string): string {
  const found = programs[`./programs/${name}`] ?? shared[`../../../examples/${name}`];
  if (found === undefined) throw new Error(`there is no program ${name}`);
  return found;
}

/** All examples. */
export const EXAMPLES: Example[] = [
  {
    id: 'draft',
    theme: 'Start here',
    title: 'A draft that is lost, almost never',
    story: 'Run it: the draft is saved. Explore it: in some orders, the page closes first.',
    source: text('flaky.js'),
    repaired: text('draft.repaired.js'),
    repair: 'Closing waits for what is being saved. Explore it: no order fails.',
  },
  {
    id: 'tour',
    theme: 'Start here',
    title: 'A tour of the scheduler',
    story: 'Priorities, a change of priority, an abort, and yielding. Run it, then look at the timeline.',
    // Its first lines say how to run it in a checkout.
    source: text('tour.js').replace(/^\/\/ +cargo run .*\n/m, ''),
  },
  {
    id: 'search',
    theme: 'Answers that come late',
    title: 'The results of an old search',
    story: 'Each key starts a search. If the answer to an earlier one comes last, it replaces the right results.',
    source: text('search.js'),
    repaired: text('search.repaired.js'),
    repair: 'Each request has a number, and only the answer to the last one is shown.',
  },
  {
    id: 'withdrawals',
    theme: 'Answers that come late',
    title: 'A lost update',
    story: 'Two withdrawals read the same balance before either of them writes it, so one of them is forgotten.',
    source: text('withdrawals.js'),
    repaired: text('withdrawals.repaired.js'),
    repair: 'A withdrawal starts when the one before it has ended.',
  },
  {
    id: 'database',
    theme: 'Answers that come late',
    title: 'Opened twice',
    story: 'Whoever needs the database first opens it. While it is being opened, it looks as if nobody had.',
    source: text('database.js'),
    repaired: text('database.repaired.js'),
    repair: 'The promise of the database is kept at once, instead of the database when it is there.',
  },
  {
    id: 'payment',
    theme: 'Timers',
    title: 'Paid for a cancelled order',
    story: 'A timeout of 25 ms seems to come after one of 20 ms. But timers may be late, each for itself.',
    source: text('payment.js'),
    repaired: text('payment.repaired.js'),
    repair: 'The payment looks at the state of the order, and is refused if it is too late.',
  },
  {
    id: 'ports',
    theme: 'Messages',
    title: 'Two ports have no order',
    story: 'The settings are sent before the readings, but through another port.',
    source: text('ports.js'),
    repaired: text('ports.repaired.js'),
    repair: 'One port keeps the order of its messages.',
  },
  {
    id: 'listener',
    theme: 'Messages',
    title: 'An event that nobody hears',
    story: 'The program listens in a task. If the message comes before that, it waits forever.',
    source: text('listener.js'),
    repaired: text('listener.repaired.js'),
    repair: 'It listens before it sends.',
  },
  {
    id: 'log',
    theme: 'Idle time',
    title: 'Written after closing',
    story: 'An idle callback usually runs at once. On a busy page, it runs after the log is closed.',
    source: text('log.js'),
    repaired: text('log.repaired.js'),
    repair: 'Whoever closes the log writes what is left.',
  },
  {
    id: 'upload',
    theme: 'TypeScript',
    title: 'Cancelled, but reported as done',
    story: 'After 12 ms, both uploads with a delay of 10 ms are taken to be done.',
    source: text('upload.ts'),
    repaired: text('upload.repaired.ts'),
    repair: 'It waits for how each upload ends, whichever way.',
    options: { language: 'ts' },
  },
  {
    id: 'browsers',
    theme: 'Browsers differ',
    title: 'What Chromium and Firefox do',
    story: 'Compare shows what each browser prints, and which of its decisions makes the difference.',
    source: text('browsers.js'),
  },
];
