// Checks that trace files of posttask have the form that Chrome's Performance panel and Perfetto need.
//
//     node js-tests/trace/check_format.mjs FILE...            exit code 1 and a line for each violation
//     node js-tests/trace/check_format.mjs --counts FILE...   also prints how many events of each name there are
//
// It needs nothing but Node.js. The rules are about the text of the file alone; check_devtools.mjs asks the engine of
// the panel, screenshot.mjs the panel itself. A violation names the event by its index in "traceEvents".

import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

const MAIN_THREAD = 'CrRendererMain';
const USER_TIMING = 'blink.user_timing';

/** M: metadata, I: instant, X: slice, C: counter, s and f: ends of a flow, b and e: ends of a measure, P: profile. */
const PHASES = new Set(['M', 'I', 'X', 'C', 's', 'f', 'b', 'e', 'P']);

/** What announces work, the key of its id, what runs it and what takes it back. */
const PAIRS = [
  ['taskId', 'SchedulePostTaskCallback', 'RunPostTaskCallback', 'AbortPostTaskCallback'],
  ['taskId', 'ScheduleYieldContinuation', 'RunYieldContinuation', 'AbortYieldContinuation'],
  ['timerId', 'TimerInstall', 'TimerFire', 'TimerRemove'],
  ['id', 'RequestIdleCallback', 'FireIdleCallback', 'CancelIdleCallback'],
  ['traceId', 'SchedulePostMessage', 'HandlePostMessage', null],
].map(([key, announce, run, cancel]) => ({ key, announce, run, cancel }));

/** The phase of each event: the panel looks at these only in the phase that Chromium writes. */
const PHASE_OF = new Map([
  ...PAIRS.flatMap(({ announce, run, cancel }) => [[announce, 'I'], [run, 'X'], [cancel, 'I']]),
  ['AbortPostTaskCallback', 'X'], ['AbortYieldContinuation', 'X'], ['RunTask', 'X'], ['RunMicrotasks', 'X'],
  ['FunctionCall', 'X'], ['EvaluateScript', 'X'], ['v8.evaluateModule', 'X'], ['TimeStamp', 'I'],
  ['TracingStartedInBrowser', 'I'], ['thread_name', 'M'], ['process_name', 'M'],
]);

const PRIORITIES = new Set(['user-blocking', 'user-visible', 'background']);

const endOf = (event) => event.ts + (event.dur ?? 0);
const isCount = (value) => Number.isInteger(value) && value >= 0;
const threadOf = ({ pid, tid }) => `${pid}/${tid}`;
const dataOf = (event) => event.args?.data ?? {};

function groupBy(items, keyOf) {
  const groups = new Map();
  for (const item of items) {
    const key = keyOf(item);
    if (groups.has(key)) groups.get(key).push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** One trace, and what is wrong with it. */
class Check {
  violations = [];

  constructor(events) {
    this.events = events;
    this.index = new Map(events.map((event, index) => [event, index]));
  }

  /** Notes what is wrong with an event, or with the file if the event is null. */
  fail(event, reason) {
    const where = event ? `event ${this.index.get(event)} (${event.name ?? '?'}): ` : '';
    this.violations.push(where + reason);
  }

  named(name) {
    return this.events.filter((event) => event.name === name);
  }

  ofPhase(phase) {
    return this.events.filter((event) => event.ph === phase);
  }

  isBefore(first, second) {
    return this.index.get(first) < this.index.get(second);
  }
}

// The rules. Each takes a Check.

/** Every event has the fields that all events have, and numbers that are integers. */
function checkFields(check) {
  for (const event of check.events) {
    const fail = (reason) => check.fail(event, reason);
    if (event === null || typeof event !== 'object') {
      check.fail(null, `event ${check.index.get(event)} is not an object`);
      continue;
    }
    if (typeof event.name !== 'string') fail('no name');
    if (typeof event.cat !== 'string') fail('no cat');
    if (!PHASES.has(event.ph)) fail(`unknown phase ${JSON.stringify(event.ph)}`);
    if (!isCount(event.pid) || !isCount(event.tid)) fail('pid and tid must be integers');
    if (!isCount(event.ts)) fail(`ts must be a non-negative integer, not ${event.ts}`);
    if (event.ph === 'X' && !isCount(event.dur)) fail(`dur must be a non-negative integer, not ${event.dur}`);
    if (event.ph !== 'X' && event.dur !== undefined) fail(`phase ${event.ph} has no dur`);
    if (event.args === null || typeof event.args !== 'object') fail('no args');
  }
}

function checkPhases(check) {
  for (const event of check.events) {
    const phase = PHASE_OF.get(event.name);
    const isFlow = event.ph === 's' || event.ph === 'f';
    if (phase && !isFlow && event.cat !== USER_TIMING && event.ph !== phase) {
      check.fail(event, `phase must be ${phase}, not ${event.ph}`);
    }
  }
}

/** Priorities, delays, positions and JSON texts inside of args. */
function checkArguments(check) {
  for (const event of check.events) {
    const { priority, delay, stackTrace } = dataOf(event);
    if (event.cat === USER_TIMING) checkDetail(check, event);
    if (priority !== undefined && !PRIORITIES.has(priority)) check.fail(event, `unknown priority ${priority}`);
    if (delay !== undefined && !isCount(delay)) check.fail(event, `delay must be a non-negative integer, not ${delay}`);
    if (stackTrace !== undefined) checkStack(check, event, stackTrace);
  }
}

function checkStack(check, event, frames) {
  if (!Array.isArray(frames)) {
    check.fail(event, 'stackTrace is not an array');
    return;
  }
  for (const { functionName, url, lineNumber, columnNumber } of frames) {
    if (typeof functionName !== 'string' || typeof url !== 'string') check.fail(event, 'a frame without name or url');
    if (!isCount(lineNumber) || !isCount(columnNumber)) check.fail(event, 'a frame without a position');
  }
}

function checkDetail(check, event) {
  const detail = event.args.detail ?? dataOf(event).detail;
  if (detail === undefined) return;
  try {
    JSON.parse(detail);
  } catch (error) {
    check.fail(event, `detail must be JSON as a string: ${error.message}`);
  }
}

/** Slices of a thread contain each other or have nothing in common. The engine drops a slice that does not. */
function checkNesting(check) {
  for (const slices of groupBy(check.ofPhase('X'), threadOf).values()) {
    const open = [];
    slices.sort((a, b) => a.ts - b.ts || b.dur - a.dur);
    for (const slice of slices) {
      while (open.length > 0 && endOf(open.at(-1)) <= slice.ts) open.pop();
      const parent = open.at(-1);
      if (parent) checkChild(check, parent, slice);
      slice.parent = parent;
      open.push(slice);
    }
  }
}

function checkChild(check, parent, slice) {
  const other = `event ${check.index.get(parent)} (${parent.name})`;
  const excess = endOf(slice) - endOf(parent);
  if (excess > 0) check.fail(slice, `overlaps ${other}: it ends ${excess} µs later`);
  else if (slice.ts === parent.ts && slice.dur === parent.dur) check.fail(slice, `covers the same time as ${other}`);
}

/** What the loop runs is inside of a RunTask. Needs the parents that checkNesting finds. */
function checkTasks(check) {
  const runs = new Set(PAIRS.map(({ run }) => run));
  for (const event of check.events) {
    if (!runs.has(event.name) || event.ph !== 'X') continue;
    let root = event;
    while (root.parent) root = root.parent;
    if (root.name !== 'RunTask') check.fail(event, 'is not inside of a RunTask');
  }
}

/** Everything that runs was announced once, earlier, and everything runs at most once. */
function checkPairs(check) {
  for (const pair of PAIRS) {
    const idOf = (event) => `${event.pid}/${JSON.stringify(dataOf(event)[pair.key])}`;
    const group = (name) => groupBy(check.named(name).filter(({ ph }) => ph === 'I' || ph === 'X'), idOf);
    const announced = group(pair.announce);
    const [runs, cancels] = [group(pair.run), group(pair.cancel)];
    for (const events of announced.values()) {
      for (const event of events) if (dataOf(event)[pair.key] === undefined) check.fail(event, `no ${pair.key}`);
      for (const event of events.slice(1)) check.fail(event, `the ${pair.key} was announced before`);
    }
    for (const event of [...runs.values(), ...cancels.values()].flat()) {
      checkAnnouncement(check, pair, event, announced.get(idOf(event))?.[0]);
    }
    for (const [id, events] of runs) checkRuns(check, pair, announced.get(id)?.[0], events, cancels.get(id) ?? []);
    for (const events of cancels.values()) for (const event of events.slice(1)) check.fail(event, 'a second time');
  }
}

function checkAnnouncement(check, { announce, key }, event, announcement) {
  if (!announcement) check.fail(event, `no ${announce} with ${key} ${JSON.stringify(dataOf(event)[key])}`);
  else if (announcement.ts > event.ts) check.fail(event, `earlier than its ${announce}`);
  else if (!check.isBefore(announcement, event)) check.fail(event, `comes before its ${announce} in the file`);
}

function checkRuns(check, pair, announcement, runs, cancels) {
  const repeats = pair.key === 'timerId' && announcement && dataOf(announcement).singleShot === false;
  if (!repeats) for (const event of runs.slice(1)) check.fail(event, 'runs a second time');
  for (const cancel of cancels) {
    for (const run of runs) if (run.ts > cancel.ts) check.fail(run, `runs after its ${pair.cancel}`);
    // The microtasks at the end of a callback come after it, and may abort its task.
    const isOver = endOf(runs.at(-1)) < endOf(cancel) && pair.cancel !== 'AbortPostTaskCallback';
    if (!repeats && isOver) check.fail(cancel, `comes after its ${pair.run}`);
  }
}

/** Both ends of a flow are there, agree, and are bound to exactly one event. */
function checkFlows(check) {
  const bindingOf = ({ cat, pid, tid, ts }) => [cat, pid, tid, ts].join();
  const bound = groupBy(check.events.filter(({ ph }) => ph === 'X' || ph === 'I'), bindingOf);
  const starts = groupBy(check.ofPhase('s'), ({ id }) => id);
  const ends = groupBy(check.ofPhase('f'), ({ id }) => id);
  for (const event of [...starts.values(), ...ends.values()].flat()) {
    const count = bound.get(bindingOf(event))?.length ?? 0;
    if (count !== 1) check.fail(event, `the flow has ${count} events with its cat, pid, tid and ts`);
  }
  for (const [id, [start, ...others]] of starts) {
    for (const other of others) check.fail(other, `flow ${id} has started before`);
    if (!ends.has(id)) check.fail(start, `flow ${id} does not end`);
  }
  for (const [id, [end, ...others]] of ends) {
    for (const other of others) check.fail(other, `flow ${id} has ended before`);
    checkFlow(check, id, starts.get(id)?.[0], end);
  }
}

function checkFlow(check, id, start, end) {
  if (!start) check.fail(end, `flow ${id} does not start`);
  else if (start.cat !== end.cat || start.name !== end.name) check.fail(end, `flow ${id} has different cats or names`);
  else if (start.ts >= end.ts) check.fail(end, `flow ${id} does not end later than it starts`);
  else if (!check.isBefore(start, end)) check.fail(end, `flow ${id} ends before it starts in the file`);
}

/** Each b has one e with the same id, category and name. */
function checkMeasures(check) {
  const idOf = ({ cat, name, id, id2 }) => JSON.stringify([cat, name, id ?? id2?.global ?? id2?.local]);
  const begins = groupBy(check.ofPhase('b'), idOf);
  const ends = groupBy(check.ofPhase('e'), idOf);
  for (const [key, [begin, ...others]] of begins) {
    for (const other of others) check.fail(other, 'a second measure with this id');
    const end = ends.get(key)?.[0];
    if (!end) check.fail(begin, 'no end with this id');
    else if (end.ts < begin.ts) check.fail(end, 'ends before it begins');
  }
  for (const [key, [end, ...others]] of ends) {
    for (const other of others) check.fail(other, 'a second end with this id');
    if (!begins.has(key)) check.fail(end, 'no begin with this id');
  }
}

/** Instants of a thread are in the order of their times. Marks are not: a program chooses their times. */
function checkOrder(check) {
  const instants = check.ofPhase('I').filter(({ cat }) => cat !== USER_TIMING);
  for (const events of groupBy(instants, threadOf).values()) {
    for (let index = 1; index < events.length; index += 1) {
      if (events[index].ts < events[index - 1].ts) check.fail(events[index], 'earlier than the instant before it');
    }
  }
}

/** The events that make a track the main track. */
function checkMetadata(check) {
  const threads = check.named('thread_name').filter(({ args }) => args.name === MAIN_THREAD);
  if (threads.length !== 1) check.fail(null, `${threads.length} threads are called ${MAIN_THREAD}`);
  const starts = check.named('TracingStartedInBrowser');
  if (starts.length !== 1) check.fail(null, `${starts.length} events TracingStartedInBrowser`);
  if (threads.length !== 1 || starts.length !== 1) return;
  const [thread] = threads;
  checkFrame(check, starts[0], thread);
  for (const event of check.events) {
    if (event.ph === 'M') continue;
    const isTrack = event.ph === 'X' || event.ph === 'I';
    if (isTrack && event.pid === thread.pid && event.tid !== thread.tid) check.fail(event, 'is on another thread');
    if (event.ts < starts[0].ts) check.fail(event, 'is earlier than TracingStartedInBrowser');
  }
}

function checkFrame(check, start, thread) {
  const isMain = ({ isOutermostMainFrame, isInPrimaryMainFrame }) => isOutermostMainFrame && isInPrimaryMainFrame;
  const frames = (dataOf(start).frames ?? []).filter(isMain);
  if (frames.length !== 1) check.fail(start, `${frames.length} main frames`);
  for (const { processId, url } of frames) {
    if (processId !== thread.pid) check.fail(start, `the process of the frame is ${processId}, not ${thread.pid}`);
    if (!URL.canParse(url)) check.fail(start, `the url of the frame is not absolute: ${url}`);
  }
}

function checkCounters(check) {
  for (const event of check.ofPhase('C')) {
    const series = Object.values(event.args);
    if (series.length === 0 || !series.every(isCount)) check.fail(event, 'counters must be non-negative integers');
  }
}

/** Samples of a profile are about nodes that were defined, at times that grow. */
function checkProfiles(check) {
  const profiles = new Map();
  for (const event of check.ofPhase('P')) {
    if (event.name === 'Profile') {
      profiles.set(event.id, new Set());
      continue;
    }
    const nodes = profiles.get(event.id);
    if (nodes) checkChunk(check, event, nodes);
    else check.fail(event, `no Profile with id ${event.id} before it`);
  }
}

function checkChunk(check, event, known) {
  const { cpuProfile: { nodes = [], samples = [] } = {}, timeDeltas = [] } = dataOf(event);
  for (const { id, parent } of nodes) {
    if (known.has(id)) check.fail(event, `node ${id} is defined a second time`);
    if (parent !== undefined && !known.has(parent)) check.fail(event, `node ${id} has an unknown parent`);
    known.add(id);
  }
  for (const id of samples) if (!known.has(id)) check.fail(event, `a sample of an unknown node ${id}`);
  if (samples.length !== timeDeltas.length) check.fail(event, 'as many timeDeltas as samples are needed');
  if (!timeDeltas.every(isCount)) check.fail(event, 'timeDeltas must be non-negative integers');
}

const RULES = [
  checkPhases, checkArguments, checkNesting, checkTasks, checkPairs, checkFlows, checkMeasures, checkOrder,
  checkMetadata, checkCounters, checkProfiles,
];

/** What is wrong with the text of a trace, as lines. */
export function violations(text) {
  let trace;
  try {
    trace = JSON.parse(text);
  } catch (error) {
    return [`not JSON: ${error.message}`];
  }
  if (!Array.isArray(trace.traceEvents)) return ['there is no array "traceEvents"'];
  const check = new Check(trace.traceEvents);
  checkFields(check);
  // The other rules rely on the fields.
  if (check.violations.length === 0) for (const rule of RULES) rule(check);
  return check.violations;
}

function printCounts(text) {
  const groups = groupBy(JSON.parse(text).traceEvents, ({ name, ph, cat }) => `${name} ${ph} ${cat}`);
  for (const [key, events] of [...groups].sort()) console.log(`${String(events.length).padStart(8)} ${key}`);
}

function main() {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { counts: { type: 'boolean' } } });
  if (positionals.length === 0) throw new Error('usage: check_format.mjs [--counts] FILE...');
  for (const file of positionals) {
    const text = readFileSync(file, 'utf8');
    const found = violations(text);
    for (const violation of found) console.log(`${file}: ${violation}`);
    if (found.length > 0) process.exitCode = 1;
    else console.log(`${file}: ok`);
    if (values.counts) printCounts(text);
  }
}

if (process.argv[1] === import.meta.filename) main();
