// Functions of all kinds, and their calls.

import { expression, item } from './expressions.mjs';
import { chance, pick, random } from './random.mjs';
import { newName } from './scope.mjs';
import { block } from './statements.mjs';

/** Parameters, and the names that they declare. */
const parameters = outer => {
  const scope = outer.function();
  const hidden = outer.all.filter(name => name !== 'e');
  const p = hidden.length > 0 && chance(25) ? pick(hidden) : newName('p');
  const q = newName('q');
  const value = () => expression(scope, 3);
  return pick([
    () => ['', []],
    () => [p, [p]],
    () => [`${p} = ${value()}`, [p]],
    () => [`${p}, ${q} = ${p}`, [p, q]],
    () => [`...${p}`, [p]],
    () => [`{ a: ${p} = ${value()}, ...${q} } = {}`, [p, q]],
    () => [`[${p}, ...${q}] = []`, [p, q]],
    () => [`${p}, ${q} = () => ${p}`, [p, q]],
    () => [`${p} = 1, { [${p}]: ${q} } = { 1: "k" }`, [p, q]],
    () => [`${p}, ${q} = ${item(withNames(scope, [p]), 2)}`, [p, q]],
    () => [`{ a: { b: ${p} } = { b: ${value()} }, ...${q} } = { c: 1 }`, [p, q]],
  ])();
};

const withNames = (scope, names) => {
  scope.all.push(...names);
  scope.mutable.push(...names);
  return scope;
};

const plain = (scope, depth) => {
  const [list, names] = parameters(scope);
  const inner = withNames(scope.function(), names);
  const isSimple = names.length === list.split(',').length && !/[={.[]/.test(list);
  const strict = isSimple && chance(20) ? '"use strict"; ' : '';
  inner.isStrict ||= strict !== '';
  const extra = pick([
    '',
    '',
    () => `arguments[0] = 9; log(arguments.length, arguments[0], ${names[0] ?? 0});`,
    () => (names[0] ? `var ${names[0]}; log(${names[0]});` : 'function h() { return 1; } log(h());'),
    () => `log(typeof this, new.target === undefined);`,
    () => (names[0] ? `${names[0]} = 8; log(arguments[0], [...arguments].length);` : ''),
  ]);
  const name = pick(['', '', 'own']);
  const own = name && chance(30) ? 'log(typeof own); ' : '';
  const body =
    `${strict}${own}${typeof extra === 'function' ? extra() : extra} ` + `${block(inner, 2)} return [${names}];`;
  const given = Array.from({ length: random(3) }, () => expression(scope, depth + 2)).join();
  return pick([
    () => `(function ${name}(${list}) { ${body} })(${given})`,
    () => `(function ${name}(${list}) { ${body} }).call({ t: 1 }, ${given || 0})`,
    () => `Object.keys(new (function ${name}(${list}) { this.a = 1; ${body} })(${given})).length`,
  ])();
};

const arrow = (scope, depth) => {
  const [list, names] = parameters(scope);
  const inner = withNames(scope.function(), names);
  const body = chance(50) ? `{ ${block(inner, 2)} return [${names}]; }` : `(${expression(inner, depth + 1)})`;
  return `((${list}) => ${body})(${expression(scope, depth + 2)})`;
};

/** Calls of a generator: values, exceptions and returns in any order. */
const calls = () => {
  const call = () => pick(['["next", 1]', '["next"]', '["next", 2]', '["throw", "T"]', '["return", "R"]']);
  return `[["next"], ${Array.from({ length: 1 + random(4) }, call).join(', ')}]`;
};

const generator = (scope, depth) => {
  const inner = scope.function({ isGenerator: true });
  const delegate = pick([
    '',
    'yield* numbers(2, "inner"); ',
    'yield* "xy"; ',
    'yield* (function* () { try { yield 5; } finally { log("under"); } })(); ',
  ]);
  const ending = pick([
    'finally { log("final"); }',
    'catch (e) { log("caught", e); yield "after"; }',
    'finally { yield "late"; }',
  ]);
  const body = `try { ${block(inner, 3)} ${delegate}} ${ending} ${chance(50) ? block(inner, 2) : ''} return "done";`;
  const made = `(function* ${pick(['', 'own'])}(a = ${expression(scope.function(), depth + 2)}) { ${body} })()`;
  return pick([
    () => `[...${made}]`,
    () => `drive(${made}, ${calls()})`,
    () => `drive(${made}, ${calls()})`,
    () =>
      `(() => { const seen = []; for (const x of ${made}) { step(); seen.push(x); if ` +
      `(seen.length > 1) break; } return seen; })()`,
    () => `(([a, b]) => [a, b])(${made})`,
  ])();
};

const asynchronous = (scope, depth) => {
  const inner = scope.function({ isAsync: true });
  const name = newName('f');
  const body =
    `try { ${block(inner, 3)} } ` +
    `${pick(['finally { log("final"); }', 'catch (e) { log("caught", e); }'])} ` +
    `return await ${expression(inner, 3)};`;
  const made = pick([
    () => `(async () => { ${body} })()`,
    () => `(async function ${name}(a = ${expression(scope.function(), 3)}) { ${body} })()`,
    () => `({ async m() { ${body} } }).m()`,
  ])();
  if (scope.isAsync && chance(50)) return `(await ${made})`;
  return `(${made}.then(v => log("${name}", v), e => log("${name} rejected", e)), 0)`;
};

const asyncGenerator = (scope, depth) => {
  const inner = scope.function({ isAsync: true, isGenerator: true });
  const list = calls();
  const delegations = [
    'yield* asyncNumbers(2, "inner"); ',
    'yield* closable(2, "inner"); ',
    'yield* (async function* () { try { yield 1; yield 2; } finally { log("inner ends"); await null; } })(); ',
  ];
  const delegate = pick([
    '',
    'yield Promise.reject("bad"); ',
    'for await (const x of asyncNumbers(3, "loop")) { log(yield x); } ',
    // In the engine, `return()` takes a microtask longer.
    list.includes('return') ? '' : pick(delegations),
  ]);
  const ending = pick([
    'finally { log("final"); }',
    'catch (e) { log("caught", e); yield "after"; }',
    'finally { await 1; log("late"); }',
    'finally { yield "late"; }',
  ]);
  const body = `try { ${block(inner, 2)} ${delegate}} ${ending}`;
  const made = `(async function* () { ${body} })()`;
  const driven = `driveAsync(${made}, ${list})`;
  if (scope.isAsync && chance(50)) return `(await ${driven})`;
  return `(${driven}.then(v => log("g", v)), 0)`;
};

/** Generators that delegate to others, of which some end early. */
const nested = (scope, depth) => {
  const inner = scope.function({ isGenerator: true });
  const ending = pick(['log("leaf");', 'yield "l";', 'return "lr";']);
  const leaf = `function* () { try { ${block(inner, 2)} yield 1; } finally { ${ending} } }`;
  const loop = pick([
    `for (const x of (${leaf})()) { log(yield x); }`,
    `log(yield* (${leaf})());`,
    `l: for (const x of [1, 2]) { try { log(yield* (${leaf})()); if (${expression(inner, 3)}) continue l; break l; } ` +
      `finally { log("each"); } }`,
  ]);
  return `drive((function* () { try { ${loop} } finally { log("outer"); } return "end"; })(), ${calls()})`;
};

/** Functions whose parameters are also the elements of `arguments`. */
const aliased = (scope, depth) => {
  const change = () =>
    pick([
      'a = 5;',
      'arguments[0] = 6;',
      'a++;',
      'delete arguments[0];',
      'arguments[1] = 7;',
      'b = a + (a = 3);',
      '[a, b] = [b, a];',
      'arguments.length = 1;',
      '(() => { a = 4; arguments[1] = 2; })();',
      'arguments[0]++;',
      'a **= 2;',
      'a **= (log(a), 1);',
    ]);
  return (
    `(function (a, b) { ${change()} ${change()} ${change()} return [a, b, ...arguments, arguments.length]; })` +
    `(${pick(['', '1', '1, 2', '1, 2, 3', item(scope, depth)])})`
  );
};

const method = (scope, depth) => {
  const body = block(scope.function(), 2);
  const value = expression(scope.function(), depth + 2);
  return pick([
    () => `({ m(a) { ${body} return [a, typeof this]; } }).m(${value})`,
    () => `({ get m() { ${body} return ${value}; } }).m`,
    () => `(({ set m(v) { log("m", v); ${body} } }).m = ${value})`,
    () => `({ [${value}](a) { ${body} return a; } })[${value}]?.(1)`,
  ])();
};

export const functionExpression = (scope, depth) =>
  pick([plain, plain, arrow, arrow, generator, generator, asynchronous, asyncGenerator, method, nested, aliased])(
    scope,
    depth,
  );
