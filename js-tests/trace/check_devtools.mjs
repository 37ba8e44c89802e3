// Checks trace files of posttask with the engine of Chrome's Performance panel.
//
//     npm install --prefix /tmp/engine @paulirish/trace_engine@0.0.65
//     export POSTTASK_TRACE_ENGINE=/tmp/engine/node_modules/@paulirish/trace_engine
//     node js-tests/trace/check_devtools.mjs FILE...
//
// The engine is the code of DevTools, which Lighthouse gets from npm. Without POSTTASK_TRACE_ENGINE it is looked for as
// any package is. Exit codes: 0 if the engine sees in the files what they say, 1 if not (with a line for each
// difference), 2 if there is no engine. check_format.mjs should have found nothing before.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const PACKAGE = '@paulirish/trace_engine';
const LONG_TASK_US = 50_000;

const ANNOUNCED = [
  ['SchedulePostTaskCallback', 'RunPostTaskCallback', 'taskId'],
  ['SchedulePostTaskCallback', 'AbortPostTaskCallback', 'taskId'],
  ['TimerInstall', 'TimerFire', 'timerId'],
  ['RequestIdleCallback', 'FireIdleCallback', 'id'],
];

class NoEngine extends Error {}

async function loadEngine() {
  globalThis.DOMRect ??= class {};
  const folder = process.env.POSTTASK_TRACE_ENGINE;
  const main = 'models/trace/trace.js';
  try {
    return await import(folder ? pathToFileURL(join(folder, main)).href : `${PACKAGE}/${main}`);
  } catch (error) {
    const hint = `install ${PACKAGE} and set POSTTASK_TRACE_ENGINE to its folder`;
    throw new NoEngine(`there is no trace engine (${error.message}); ${hint}`);
  }
}

/** Parses the events. Returns what the engine knows, and what it complained about. */
async function parse(engine, { traceEvents, metadata }) {
  const complaints = [];
  const { error, warn } = console;
  console.error = console.warn = (...parts) => complaints.push(parts.join(' '));
  try {
    const model = engine.TraceModel.Model.createWithAllHandlers();
    await model.parse(traceEvents, { metadata });
    return { data: model.parsedTrace().data, complaints };
  } finally {
    Object.assign(console, { error, warn });
  }
}

/** A trace file as its text says it is and as the engine sees it. */
class Comparison {
  differences = [];
  counts = {};

  constructor(engine, events, data) {
    Object.assign(this, { engine, events, data });
  }

  fail(event, reason) {
    const where = event ? `event ${this.events.indexOf(event)} (${event.name}): ` : '';
    this.differences.push(where + reason);
  }

  /** Fails unless the engine has as many as the file. Either way the number is part of the report. */
  expect(what, seen, written) {
    this.counts[what] = seen;
    if (seen !== written) this.fail(null, `the engine has ${seen} ${what}, the file ${written}`);
  }

  named(name) {
    return this.events.filter((event) => event.name === name && (event.ph === 'X' || event.ph === 'I'));
  }

  initiatorOf(event) {
    return this.data.Initiators.eventToInitiator.get(event);
  }
}

// The checks. Each takes a Comparison.

/** There is one main thread, and the engine has dropped none of its events and no other thread. */
function checkThreads(comparison) {
  const { engine: { Handlers: { Threads } }, data, events } = comparison;
  const threads = Threads.threadsInTrace(data);
  const main = threads.filter(({ type, processIsOnMainFrame }) => processIsOnMainFrame
    && type === Threads.ThreadType.MAIN_THREAD);
  if (main.length !== 1) comparison.fail(null, `the engine has ${main.length} main threads`);
  if (threads.length !== 1) comparison.fail(null, `the engine has ${threads.length} threads instead of one`);
  const pid = main[0]?.pid;
  const drawn = events.filter((event) => event.pid === pid && (event.ph === 'X' || event.ph === 'I'));
  for (const event of drawn) {
    if (!data.Renderer.entryToNode.has(event)) comparison.fail(event, 'the engine has dropped it');
  }
  comparison.counts['events on the main thread'] = drawn.length;
}

/** Tasks, aborts, timers and idle callbacks lead back to where they were announced. */
function checkInitiators(comparison) {
  for (const [announce, run, key] of ANNOUNCED) {
    const events = comparison.named(run);
    for (const event of events) {
      const initiator = comparison.initiatorOf(event);
      const matches = initiator?.name === announce && initiator.args.data[key] === event.args.data[key];
      if (!matches) comparison.fail(event, `is not paired with a ${announce} but with ${initiator?.name ?? 'nothing'}`);
    }
    comparison.counts[run] = events.length;
  }
}

/** Each flow of the file leads from one drawn event to another. */
function checkFlows(comparison) {
  const { events, engine, data } = comparison;
  const visible = engine.Helpers.Trace.VISIBLE_TRACE_EVENT_TYPES;
  const known = new Set(data.Flows.flows.map((flow) => flow.map(({ ts }) => ts).join()));
  const ends = new Map(events.filter(({ ph }) => ph === 'f').map((event) => [event.id, event]));
  for (const start of events.filter(({ ph }) => ph === 's')) {
    const end = ends.get(start.id);
    if (!known.has(`${start.ts},${end?.ts}`)) comparison.fail(start, `the engine has no flow ${start.id}`);
  }
  for (const event of data.Flows.flows.flat()) {
    if (!visible.has(event.name)) comparison.fail(event, 'is the end of a flow, but is not drawn');
  }
  comparison.expect('flows', data.Flows.flows.length, ends.size);
}

/** If continuations ran, arrows lead to what ran in the same tasks. */
function checkContinuations(comparison) {
  const runs = comparison.named('RunYieldContinuation');
  const { entryToNode } = comparison.data.Renderer;
  const taskOf = (event) => {
    let node = entryToNode.get(event);
    while (node?.parent) node = node.parent;
    return node?.entry;
  };
  const reached = new Set(comparison.data.Flows.flows.map((flow) => taskOf(flow.at(-1))));
  const withArrow = runs.filter((run) => reached.has(taskOf(run)));
  comparison.counts['continuations with an arrow'] = `${withArrow.length} of ${runs.length}`;
  if (runs.length > 0 && withArrow.length === 0) comparison.fail(null, 'no continuation has an arrow');
}

/** Long tasks and idle callbacks over their time have warnings, and nothing else has. */
function checkWarnings(comparison) {
  const { perEvent } = comparison.data.Warnings;
  const expected = new Map([
    ...comparison.named('RunTask').filter(({ dur }) => dur > LONG_TASK_US).map((event) => [event, 'LONG_TASK']),
    ...comparison.named('FireIdleCallback').filter(({ dur, args }) => dur / 1000 > args.data.allottedMilliseconds)
      .map((event) => [event, 'IDLE_CALLBACK_OVER_TIME']),
  ]);
  for (const [event, warning] of expected) {
    if (!perEvent.get(event)?.includes(warning)) comparison.fail(event, `has no warning ${warning}`);
  }
  for (const [event, warnings] of perEvent) {
    if (!expected.has(event)) comparison.fail(event, `has the warning ${warnings}`);
  }
  comparison.counts.warnings = expected.size;
}

function devtoolsOf(event) {
  try {
    return JSON.parse(event.args.detail ?? event.args.data?.detail ?? '{}')?.devtools;
  } catch {
    return undefined;
  }
}

/** Marks and measures are there, and those that draw tracks and markers do. */
function checkUserTimings(comparison) {
  const { events, data: { UserTimings, ExtensionTraceData } } = comparison;
  const timings = events.filter(({ cat }) => cat === 'blink.user_timing');
  const marks = timings.filter(({ ph }) => ph === 'I');
  const measures = timings.filter(({ ph }) => ph === 'b');
  const stamps = comparison.named('TimeStamp');
  comparison.expect('marks', UserTimings.performanceMarks.length, marks.length);
  comparison.expect('measures', UserTimings.performanceMeasures.length, measures.length);
  comparison.expect('time stamps', UserTimings.timestampEvents.length, stamps.length);

  const isEntry = (event) => devtoolsOf(event)?.track && devtoolsOf(event).dataType !== 'marker';
  const entries = [...marks, ...measures].filter(isEntry).length + stamps.filter(({ args }) => args.data.track).length;
  const seen = ExtensionTraceData.extensionTrackData.flatMap(({ entriesByTrack }) => Object.values(entriesByTrack));
  comparison.expect('entries of custom tracks', seen.flat().length, entries);
  const markers = [...marks, ...measures].filter((event) => devtoolsOf(event)?.dataType === 'marker');
  comparison.expect('markers', ExtensionTraceData.extensionMarkers.length, markers.length);
}

/** Each sample of the profile became a call with a name, which is what the panel shows. */
function checkCalls(comparison) {
  const { events, data } = comparison;
  const chunks = events.filter(({ name }) => name === 'ProfileChunk');
  const samples = chunks.flatMap(({ args }) => args.data.cpuProfile?.samples ?? []);
  const threads = [...data.Renderer.processes.values()].flatMap((process) => [...process.threads.values()]);
  const calls = threads.flatMap(({ profileCalls }) => profileCalls);
  comparison.expect('named calls', calls.length, samples.length);
}

const CHECKS = [
  checkThreads, checkInitiators, checkFlows, checkContinuations, checkWarnings, checkUserTimings, checkCalls,
];

async function compare(engine, file) {
  const trace = JSON.parse(readFileSync(file, 'utf8'));
  const { data, complaints } = await parse(engine, trace);
  const comparison = new Comparison(engine, trace.traceEvents, data);
  for (const complaint of complaints) comparison.fail(null, `the engine complains: ${complaint}`);
  for (const check of CHECKS) check(comparison);
  return comparison;
}

async function main() {
  const files = process.argv.slice(2);
  if (files.length === 0) throw new Error('usage: check_devtools.mjs FILE...');
  const engine = await loadEngine();
  for (const file of files) {
    const { differences, counts } = await compare(engine, file);
    for (const difference of differences) console.log(`${file}: ${difference}`);
    if (differences.length > 0) process.exitCode = 1;
    const summary = Object.entries(counts).map(([what, count]) => `${count} ${what}`).join(', ');
    console.log(`${file}: ${differences.length > 0 ? 'not ok' : 'ok'}: ${summary}`);
  }
}

await main().catch((error) => {
  console.error(error instanceof NoEngine ? error.message : error);
  process.exitCode = error instanceof NoEngine ? 2 : 1;
});
