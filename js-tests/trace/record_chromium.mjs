// Records which task events a real Chromium traces for random programs, and in which order.
//
//     node js-tests/trace/record_chromium.mjs [OUT.json]
//
// It needs Node.js 22 and a Chromium (see js-tests/browser/cdp.mjs). The programs are those of
// js-tests/profiles/recorded.json, and the minimal ones of that folder. Each runs three times, the runs interleaved. A
// program is kept if the three traces have the same events and the log was always the recorded one: hosts also depend
// on how long things take. Fifty random programs, spread over the kinds, and all minimal ones that are kept go to
// js-tests/trace/chromium.json, one program a line:
//
//     {"name": "yields-1-8", "source": "...", "events": [["SchedulePostTaskCallback", 1, "user-visible", 0], ...]}
//
// An event is its name, the task (numbered by first appearance), the priority and the delay. Events of continuations
// have no delay, events of aborts have neither.

import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

import { Browser } from '../browser/cdp.mjs';

const ROUNDS = 3;
const CANDIDATES = 70;
const KEPT = 50;
/** A program has ended when it has logged nothing for so long. No program waits for longer. */
const QUIET_MS = 500;

/** What DevTools turns on for a recording without a profile, as far as it is about JavaScript. */
const CATEGORIES = [
  'devtools.timeline', 'disabled-by-default-devtools.timeline', 'disabled-by-default-devtools.timeline.stack',
  'blink.user_timing', 'blink.console', 'v8.execute', '__metadata',
];

const RECORDED_EVENTS = new Set([
  'SchedulePostTaskCallback', 'RunPostTaskCallback', 'AbortPostTaskCallback',
  'ScheduleYieldContinuation', 'RunYieldContinuation', 'AbortYieldContinuation',
]);

/**
 * Two tasks with the same delay, posted a fraction of a millisecond apart: in a browser the first runs before the
 * second is due, in virtual time both are due at once.
 */
const TOO_CLOSE = new Set(['delays-1-368']);

const PROFILES = new URL('../profiles/', import.meta.url);
const FEATURES = ['scheduler.yield', 'abort(', 'setPriority', 'delay:'];

/**
 * The programs worth a trace, those first that use most of the features, the kinds taking turns. The kind is the start
 * of the name: "yields" of "yields-1-8".
 */
export function candidates(programs) {
  const uses = ({ source }) => FEATURES.filter((feature) => source.includes(feature)).length;
  const kinds = new Map();
  for (const program of programs.toSorted((a, b) => uses(b) - uses(a))) {
    if (!program.source.includes('postTask') || uses(program) === 0 || TOO_CLOSE.has(program.name)) continue;
    const kind = program.name.split('-')[0];
    kinds.set(kind, [...kinds.get(kind) ?? [], program]);
  }
  return takeTurns([...kinds.values()]);
}

/** The programs in files of their own, with the log in their header: "// chromium: a, b". */
async function minimalPrograms() {
  const programs = [];
  for (const file of (await readdir(PROFILES)).filter((name) => name.endsWith('.js')).sort()) {
    const source = await readFile(new URL(file, PROFILES), 'utf8');
    const chromium = source.match(/^\/\/ chromium: (.*)$/m)?.[1].split(', ');
    if (chromium) programs.push({ name: file.slice(0, -'.js'.length), source, chromium });
  }
  return programs;
}

function takeTurns(lists) {
  const longest = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, turn) => lists.map((list) => list[turn]))
    .flat().filter((item) => item !== undefined);
}

/** A page that is traced again and again. */
class TracedPage {
  #events = [];
  #complete = () => {};

  constructor(page) {
    this.page = page;
    page.on('Tracing.dataCollected', ({ value }) => this.#events.push(...value));
    page.on('Tracing.tracingComplete', () => this.#complete());
  }

  /** Runs `action` while the page is traced. Returns all events. */
  async trace(action) {
    this.#events = [];
    const complete = new Promise((resolve) => { this.#complete = resolve; });
    const traceConfig = { includedCategories: CATEGORIES, excludedCategories: ['*'] };
    await this.page.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig });
    await action();
    await this.page.send('Tracing.end');
    await complete;
    return this.#events;
  }
}

/** Runs the script in a task of its own, as a script that was loaded, and waits until it is quiet. */
async function runScript(page, url) {
  await page.evaluate((src) => {
    globalThis.logs = [];
    globalThis.log = (label) => logs.push(String(label));
    const script = document.createElement('script');
    script.src = src;
    script.onload = () => { globalThis.loaded = true; };
    document.body.append(script);
  }, url);
  await page.waitFor('globalThis.loaded === true');
  for (let count = -1, now = 0; count !== now; now = await page.evaluate('logs.length')) {
    count = now;
    await sleep(QUIET_MS);
  }
  return page.evaluate('logs');
}

/** The events of tasks in the order in which they began. An event that contains another begins first. */
export function taskEvents(trace) {
  const thread = trace.find((event) => event.name === 'SchedulePostTaskCallback');
  if (!thread) return [];
  const numbers = new Map();
  return trace
    .filter(({ name, pid, tid }) => RECORDED_EVENTS.has(name) && pid === thread.pid && tid === thread.tid)
    .sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0))
    .map(({ name, args: { data } }) => {
      if (!numbers.has(data.taskId)) numbers.set(data.taskId, numbers.size + 1);
      return [name, numbers.get(data.taskId), data.priority, data.delay].filter((part) => part !== undefined);
    });
}

async function record(traced, folder, program) {
  const script = join(folder, 'program.js');
  await writeFile(script, program.source);
  await traced.page.goto(pathToFileURL(join(folder, 'page.html')).href);
  await sleep(100);
  let log;
  const trace = await traced.trace(async () => { log = await runScript(traced.page, pathToFileURL(script).href); });
  return { log, events: taskEvents(trace) };
}

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/** Why the runs of a program are not worth keeping, or null. */
function objection(program, runs) {
  if (runs[0].events.length === 0) return 'no events';
  if (runs.some(({ events }) => !same(events, runs[0].events))) return 'not the same in all runs';
  if (runs.some(({ log }) => !same(log, program.chromium))) return 'not the recorded log';
  return null;
}

async function recordAll(programs) {
  const folder = await mkdtemp(join(tmpdir(), 'posttask-trace-'));
  await writeFile(join(folder, 'page.html'), '<!doctype html><meta charset="utf-8"><title>trace</title><body></body>');
  const browser = await Browser.launch();
  const traced = new TracedPage(await browser.open());
  const runs = new Map(programs.map((program) => [program, []]));
  for (let round = 1; round <= ROUNDS; round += 1) {
    for (const program of programs) runs.get(program).push(await record(traced, folder, program));
    console.error(`round ${round} of ${ROUNDS}: ${programs.length} programs`);
  }
  await browser.close();
  await rm(folder, { recursive: true });
  return runs;
}

/** The lines of the programs that are worth keeping. */
function keptLines(programs, recordings) {
  const lines = [];
  for (const program of programs) {
    const runs = recordings.get(program);
    const reason = objection(program, runs);
    if (reason) console.error(`${program.name}: ${reason}`);
    else lines.push(JSON.stringify({ name: program.name, source: program.source, events: runs[0].events }));
  }
  return lines;
}

async function main() {
  const out = process.argv[2] ?? new URL('chromium.json', import.meta.url);
  const recorded = JSON.parse(await readFile(new URL('recorded.json', PROFILES), 'utf8'));
  const [random, minimal] = [candidates(recorded).slice(0, CANDIDATES), await minimalPrograms()];
  const recordings = await recordAll([...random, ...minimal]);
  const lines = [...keptLines(random, recordings).slice(0, KEPT), ...keptLines(minimal, recordings)];
  console.error(`${lines.length} programs are kept`);
  await writeFile(out, `[\n${lines.join(',\n')}\n]\n`);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await main();
