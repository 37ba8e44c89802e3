// What action.yml runs: the command, then a page with the timeline of each failure. Reports and pages are written to
// the folder `posttask` of the temporary folder, which is the argument.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { launcher } from './launcher.mjs';
import { report } from './report.mjs';
import { words } from './words.mjs';

/** Artifacts should stay small. */
const MOST_PAGES = 20;

const temporary = process.argv[2];
const output = join(temporary, 'posttask');
mkdirSync(output, { recursive: true });
const { POSTTASK_COMMAND: command, POSTTASK_SHARD: shard, POSTTASK_VERSION: version } = process.env;
const given = (process.env.POSTTASK_ARGUMENTS ?? '').split('\n').map(line => line.trim());
const args = [...(shard ? ['--shard', shard] : []), ...given.filter(Boolean)];
const posttask = launcher(version, temporary);

const commands = { test, explore, merge };
if (!Object.hasOwn(commands, command)) throw new Error(`command: ${command} is none of test, explore, merge`);
process.exitCode = commands[command]();

/** The reporter `github-actions` writes annotations and the summary. */
function test() {
  const file = join(output, 'tests.json');
  const reporters = ['github-actions', `json:${file}`, `junit:${join(output, 'tests.xml')}`];
  const { status } = start(['test', ...reporters.flatMap(name => ['--reporter', name]), ...args]);
  if (status === 1) writePages(replaysOfTests(JSON.parse(readFileSync(file, 'utf8'))));
  return status;
}

/** A shard that finds a failing order has done its work: the merge fails then. */
function explore() {
  const file = join(output, 'explore.json');
  const { status, text } = start(['explore', '--report', file, ...args]);
  if (status > 1) return status;
  if (shard) return 0;
  finish(file, text);
  return status;
}

function merge() {
  const shards = join(temporary, 'posttask-shards');
  const parts = readdirSync(shards).map(folder => join(shards, folder, 'explore.json'));
  const file = join(output, 'merged.json');
  const { status, text } = start(['explore', '--merge', ...parts, '--report', file, ...args]);
  if (status <= 1) finish(file, text);
  return status;
}

function finish(file, text) {
  report(JSON.parse(readFileSync(file, 'utf8')), text);
  writePages(text.split('\n').filter(line => line.startsWith('replay: ')));
}

function start(parameters) {
  const options = { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: Infinity };
  const { status, stdout: text, error } = spawnSync(process.execPath, [posttask, ...parameters], options);
  if (error) throw error;
  process.stdout.write(text);
  return { status: status ?? 1, text };
}

function replaysOfTests({ files }) {
  const all = tests => tests.flatMap(test => [test, ...all(test.tests ?? [])]);
  const failures = files.flatMap(file => all(file.tests)).flatMap(test => test.failures);
  return failures.flatMap(({ order }) => order ?? []).filter(line => line.startsWith('replay: '));
}

function writePages(replays) {
  for (const [index, replay] of replays.slice(0, MOST_PAGES).entries()) {
    const page = join(output, `timeline-${index + 1}.html`);
    const [, command, ...others] = words(replay.slice('replay: '.length).replace(/ \[ARGS\.\.\.\]$/, ''));
    spawnSync(process.execPath, [posttask, command, '--timeline', page, ...others], { stdio: 'ignore' });
    console.log(`${replay}\n  timeline: ${page}`);
  }
}
