// Compares what built-in functions return for random arguments in Node, 24 or later, with another engine.
//
//   node compare.mjs 'posttask run' [SEED] [COUNT] [FILE]
//
// FILE is calls.mjs, expressions.mjs for regular expressions, modules.mjs for Node's modules, with `--node`, or web.mjs
// for functions of the web platform, which are compared with Chromium. Prints the calls that differ, and exits with 1
// if there are any. Functions that only one of the two has are left out.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { outputInBrowser } from './in_browser.mjs';

const command = process.argv[2].split(' ');
const [seed = 1, count = 10_000] = process.argv.slice(3, 5).map(Number);
const what = process.argv[5] ?? 'calls.mjs';
const folder = mkdtempSync(join(tmpdir(), 'calls-'));

function lines([program, ...options], calls) {
  const file = join(folder, 'main.mjs');
  const target = JSON.stringify(new URL(what, import.meta.url).href);
  writeFileSync(file, `globalThis.CALLS = ${JSON.stringify(calls)}; await import(${target});`);
  const env = { ...process.env, TZ: 'UTC' };
  const output = execFileSync(program, [...options, file], {
    encoding: 'utf8',
    env,
    maxBuffer: 2 ** 30,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return output.trim().split('\n');
}

const isOfWeb = what === 'web.mjs';
const expectedLines = calls => (isOfWeb ? outputInBrowser(what, calls) : lines([process.execPath], calls));
const both = async calls => [await expectedLines(calls), lines(command, calls)];
const [ofHost, ofOther] = await both({ seed, count: 0 });
const known = ofHost.filter(label => ofOther.includes(label));
const [expected, actual] = await both({ seed, count, known });
const differing = expected.filter((line, index) => line !== actual[index]);
const host = isOfWeb ? 'Chromium' : 'Node';
for (const line of differing) console.log(`${host}: ${line}\n  here: ${actual[expected.indexOf(line)]}`);
console.log(`${differing.length} of ${expected.length} calls of ${known.length} functions differ`);
rmSync(folder, { recursive: true });
process.exitCode = differing.length ? 1 : 0;
