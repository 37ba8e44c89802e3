// Writes random programs about the order of Node's event loop, with the logs of the Node that runs this script:
//
//   node node.js FIRST_SEED COUNT > programs.json
//
// Each program runs in five processes. Only programs with five equal logs are written: the others depend on how long
// things take. `io(callback)` stands for an operation that ends in the poll phase, after 5 ms.
'use strict';

const { spawn } = require('node:child_process');
const os = require('node:os');

const RUNS = 5;

/** What programs use. A worker ends the operations of `io`, so that no timer of the main thread is involved. */
const PRELUDE = `
const { Worker } = require('node:worker_threads');
const lines = [];
globalThis.log = label => lines.push(String(label));
process.on('uncaughtException', error => log('error ' + error.message));
process.on('unhandledRejection', reason => log('rejection ' + reason));
process.on('exit', () => process.stdout.write(JSON.stringify(lines)));
const worker = new Worker(\`
  const { parentPort } = require('node:worker_threads');
  const lock = new Int32Array(new SharedArrayBuffer(4));
  parentPort.on('message', ({ number, start }) => {
    Atomics.wait(lock, 0, 0, Math.max(0, start + 5 - Date.now()));
    parentPort.postMessage(number);
  });
\`, { eval: true });
const callbacks = new Map();
let operations = 0;
globalThis.io = callback => {
  callbacks.set(operations, callback);
  worker.ref();
  worker.postMessage({ number: operations++, start: Date.now() });
};
worker.on('message', number => {
  const callback = callbacks.get(number);
  callbacks.delete(number);
  if (callbacks.size === 0) worker.unref();
  callback();
});
worker.once('online', () => {
  worker.unref();
  setTimeout(() => require('node:vm').runInThisContext(process.env.PROGRAM), 20);
});
`;

function makeRandom(seed) {
  let state = (Math.imul(seed, 0x9e3779b1) ^ 0x5bd1e995) >>> 0 || 1;
  const next = () => {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state;
  };
  return { below: limit => next() % limit, chance: percent => next() % 100 < percent };
}

/** Generates the program of a seed. */
function generate(seed) {
  const random = makeRandom(seed);
  const text = [];
  let labels = 0;
  let budget = 14 + random.below(14);

  function body(depth) {
    const label = labels++;
    const lines = [`log(${label});`];
    const count = random.below(depth > 3 ? 2 : 4);
    for (let i = 0; i < count; i++) lines.push(...action(depth));
    if (random.chance(7)) lines.push(`throw new Error('${label}');`);
    return lines.join(' ');
  }

  function action(depth) {
    if (budget-- <= 0) return [];
    const inner = body(depth + 1);
    const id = `x${labels++}`;
    switch (random.below(16)) {
      case 0: case 1: case 2: return [`process.nextTick(() => { ${inner} });`];
      case 3: case 4: return [`Promise.resolve().then(() => { ${inner} });`];
      case 5: return [`queueMicrotask(() => { ${inner} });`];
      case 6: case 7: case 8: return [`setImmediate(() => { ${inner} });`];
      case 9: case 10: return [`setTimeout(() => { ${inner} }, ${[0, 1, 17][random.below(3)]});`];
      case 11: return [`io(() => { ${inner} });`];
      case 12: return [`(async () => { await null; ${inner} })();`];
      case 13: return [`Promise.reject(${labels++});`];
      case 14: {
        const clear = [`clearImmediate(${id});`];
        const cleared = random.chance(50) ? clear : [`process.nextTick(() => { ${clear} });`];
        return [`const ${id} = setImmediate(() => { ${inner} });`, ...action(depth), ...cleared];
      }
      default: {
        const clear = `clearTimeout(${id});`;
        const cleared = random.chance(50) ? clear : `setImmediate(() => { log('clear'); ${clear} });`;
        return [`const ${id} = setTimeout(() => { ${inner} }, ${[1, 17][random.below(2)]});`, cleared];
      }
    }
  }

  const slots = 2 + random.below(3);
  for (let slot = 0; slot < slots; slot++) {
    const timers = 1 + random.below(3);
    for (let i = 0; i < timers; i++) text.push(`setTimeout(() => { ${body(0)} }, ${60 * slot + 40});`);
  }
  if (random.chance(30)) text.push(...action(0));
  return text.join('\n');
}

function run(source) {
  return new Promise(resolve => {
    const child = spawn(process.execPath, ['-e', PRELUDE], { env: { PROGRAM: source }, stdio: ['ignore', 'pipe', 2] });
    let output = '';
    child.stdout.on('data', data => { output += data; });
    child.on('close', () => resolve(output));
  });
}

async function record(seed) {
  const source = generate(seed);
  const logs = new Set();
  for (let i = 0; i < RUNS; i++) logs.add(await run(source));
  if (logs.size > 1) return [];
  return [{ name: `node_${seed}`, source, node: JSON.parse([...logs][0]) }];
}

async function main(first, count) {
  const programs = [];
  let next = first;
  const work = async () => {
    while (next < first + count) programs.push(...await record(next++));
  };
  await Promise.all(Array.from({ length: 2 * os.availableParallelism() }, work));
  programs.sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }));
  process.stderr.write(`${programs.length} of ${count} programs have equal logs\n`);
  process.stdout.write(`[\n${programs.map(program => JSON.stringify(program)).join(",\n")}\n]\n`);
}

main(Number(process.argv[2]), Number(process.argv[3]));
