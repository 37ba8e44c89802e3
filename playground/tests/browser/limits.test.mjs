// Programs that recurse or are nested as deeply as posttask allows: the stacks of the browser must not overflow.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { open } from './playground.mjs';

let playground, close;

before(async () => {
  ({ playground, close } = await open());
  await playground.load();
});
after(() => close());

/** Endless recursion, all but the last through native functions: as in js-tests/optimized/stacks.rs. */
const ENDLESS = [
  'const o = { *[Symbol.iterator]() { Object.fromEntries(o); } }; Object.fromEntries(o)',
  'function* g() { for (const x of g()) yield x; } g().next()',
  "const f = () => JSON.parse('[1]', f); f()",
  'const o = { get x() { return structuredClone(o); } }; structuredClone(o)',
  "var f = () => (0, eval)('f()'); f()",
  "const f = () => 'a'.replace(/a/g, f); f()",
  'const o = new Proxy({}, { ownKeys: () => Object.keys(o) }); Object.keys(o)',
  'const f = () => [1].map(f); f()',
  'const f = () => [1, 2].sort(f); f()',
  'const o = { get x() { return o.x; } }; o.x',
  'const f = () => f.call(); f()',
  'async function f() { return f(); } f()',
  'function f() { f(); } f()',
];

/** Nested texts: how many are as deep as eight brackets, and their parts. */
const NESTED = [
  [7, '(!', '1', ')'],
  [7, 'x=>(', '1', ')'],
  [3, '(class{m=', '1', '})'],
  [4, '({a:', '1', '})'],
  [8, '[', '', ']'],
  [64, '!', '1', ''],
  [64, 'await=>', '1', ''],
  [64, 'a=', '1', ''],
  [64, '1?2:', '1', ''],
  [64, '1**', '1', ''],
  [32, 'if(1);else ', ';', ''],
  [56, 'if(1)', ';', ''],
  [16, 'for(;0;)', ';', ''],
  [64, '- ', '1', ''],
  [500, '1+', '1', ''],
  [56, 'a.a=', '1', ''],
  [500, 'a=1,', '1', ''],
  [500, '1<', '1', ''],
];

const nested = ([count, open, middle, close], brackets) => {
  const depth = Math.floor((brackets * count) / 8);
  return `var a = {}; ${open.repeat(depth)}${middle}${close.repeat(depth)}`;
};

/** The number of brackets that may be nested. */
async function limit() {
  await playground.run('['.repeat(100_000));
  return Number(/the limit is (\d+) brackets/.exec((await playground.console())[0])[1]);
}

async function works() {
  const status = await playground.status();
  assert.doesNotMatch(status, /crashed/);
}

test('endless recursion is an error', async () => {
  for (const program of ENDLESS) {
    const lines = await playground.run(`{ ${program} }`);
    await works();
    assert.match(lines[0] ?? '', /Maximum call stack size exceeded|nested too deeply to be cloned/, program);
  }
});

test('texts are nested as deeply as is allowed, also at the deepest call', async () => {
  const brackets = await limit();
  assert.ok(brackets >= 30, `${brackets} brackets`);
  for (const parts of NESTED) {
    await playground.run(`${nested(parts, brackets)}; console.log('parsed')`);
    await works();
    const text = JSON.stringify(nested(parts, brackets - 1));
    const deep = `let e; const f = () => { try { [1].map(f); } finally { e ??= eval(${text}); } }; f();`;
    assert.match((await playground.run(`{ ${deep} }`))[0] ?? '', /Maximum call stack size exceeded/, parts[1]);
    await works();
    assert.match((await playground.run(nested(parts, 2 * brackets + 4)))[0] ?? '', /nested too deeply/, parts[1]);
  }
});

test('TypeScript is nested as deeply as is allowed', async () => {
  const brackets = await limit();
  const types = `type A = ${'['.repeat(brackets - 1)}${']'.repeat(brackets - 1)};\nconsole.log('parsed')`;
  assert.deepEqual(await playground.run(types, 'ts'), ['parsed']);
});

test('values are cloned and printed as deeply as is allowed', async () => {
  const clone = `let a = []; let n = 1;
    try { for (;; n++) { a = [a]; structuredClone(a); } } catch {} console.log(n > 50)`;
  assert.deepEqual(await playground.run(clone), ['true']);
  const printed = 'let a = []; for (let i = 0; i < 100_000; i++) a = [a]; console.log(a); console.log(1)';
  assert.equal((await playground.run(printed)).at(-1), '1');
  await playground.run('let a = []; for (let i = 0; i < 100_000; i++) a = [a]; try { JSON.stringify(a) } catch {}');
  await works();
});

test('an exploration has the same limits', async () => {
  const status = await playground.explore('setTimeout(() => { const f = () => [1].map(f); f(); })');
  assert.match(status, /runs? failed/);
});
