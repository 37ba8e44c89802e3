// Statements.

import { expression, item, operand } from './expressions.mjs';
import { chance, pick, random } from './random.mjs';
import { newName } from './scope.mjs';

let depth = 0;

export const resetDepth = () => {
  depth = 0;
};

export function block(scope, most = 4) {
  depth++;
  const inner = scope.inner();
  let text = '';
  const count = depth > 2 ? 1 : 1 + random(most);
  for (let i = 0; i < count; i++) text += statement(inner) + ' ';
  depth--;
  return text;
}

const pattern = scope => {
  const v = () => scope.declare(true);
  const e = () => expression(scope, 3);
  return pick([
    () => [`[${v()}, ${v()} = ${e()}]`, pick(['numbers(1, "p")', 'numbers(2, "p", 1)', '"xy"'])],
    () => [`{ a: ${v()}, ...${v()} }`, pick(['{ a: 1, b: 2, c: 3 }', 'watched({ a: 1, b: 2 }, "s")'])],
    () => [`{ b: { c: ${v()} = 5 }, ...${v()} }`, '{ b: {}, d: 1 }'],
    () => [`[, ...${v()}]`, '[1, 2, 3]'],
    () => [`{ [${e()}]: ${v()} = 'd' }`, '{ 1: "one", s: "es" }'],
    () => [`[[${v()}] = [${e()}], { length: ${v()} }]`, '[undefined, "abc"]'],
  ])();
};

const simple = scope => {
  const e = () => expression(scope, 1);
  const keyword = () => (scope.isStrict ? pick(['let', 'const']) : pick(['let', 'let', 'const', 'var']));
  return [
    () => `log(${JSON.stringify(newName('s'))}, ${e()});`,
    () => {
      const value = e(),
        kind = keyword();
      return `${kind} ${scope.declare(kind !== 'const', kind !== 'var')} = ${value};`;
    },
    () => {
      const [names, value] = pattern(scope);
      return `${pick(['let', 'var'])} ${names} = ${value};`;
    },
    () => `(${e()});`,
    () => `log(${item(scope, 0)}, ${item(scope, 0)});`,
    () => `if (${operand(scope, 1)} ${pick(['<', '>=', '===', '!='])} (${item(scope, 1)})) log("then");`,
    () => {
      if (!scope.mutable.length) return `log(${e()});`;
      const name = pick(scope.mutable);
      return `${name} ${pick(['=', '+=', '-='])} ${item(scope, 1)};`;
    },
    () => {
      // Writes before a declaration.
      const name = newName();
      const write = pick([
        `${name} = 1`,
        `[${name}] = [1]`,
        `({ ${name} } = {})`,
        `for (${name} of [1]);`,
        `${name}++`,
      ]);
      return `try { ${write}; log("written"); ${pick(['let', 'const'])} ${name} = 2; } catch (e) { log(e); }`;
    },
    () => {
      const name = newName();
      return `{ let ${name} = ${e()}; const f = () => ${name}++; log(${name} + f() + ${name}, f() + ${name}); }`;
    },
    () => (scope.isLoop ? `if (${e()}) ${pick(['break', 'continue'])};` : `log(${e()});`),
    () => {
      if (!scope.labels.length) return `log(${e()});`;
      const [label, isLoop] = pick(scope.labels);
      return `if (${e()}) ${isLoop && chance(50) ? 'continue' : 'break'} ${label};`;
    },
    () => (scope.isFunction && chance(40) ? `if (${e()}) return ${e()};` : `log(${e()});`),
    () => (chance(30) ? `if (${e()}) throw ${e()};` : `log(${e()});`),
    () => (scope.isGenerator ? `log("sent", yield ${e()});` : `log(${e()});`),
    () => (scope.isAsync ? `log(await ${e()});` : `log(${e()});`),
    () => {
      const name = newName('h');
      scope.all.push(name);
      return `log(typeof ${name}); function ${name}() { return ${expression(scope.function(), 3)}; }`;
    },
  ];
};

const labelled = (scope, make) => {
  const label = chance(40) ? newName('l') : '';
  return `${label && label + ': '}${make(scope.loop(label))}`;
};

const counting = scope =>
  labelled(scope, inner => {
    const i = inner.declare(true);
    const head = `let ${i} = 0${chance(20) ? `, f${i} = () => ${i}` : ''}; ${i} < ${1 + random(3)} && step(); ${i}++`;
    return `for (${head}) { ${block(inner)} }`;
  });

const iterating = scope =>
  labelled(scope, inner => {
    const value = pick([
      'numbers(2, "of")',
      '[1, 2]',
      '"xy"',
      '[[1, 2], [3]]',
      'numbers(3, "of", 1)',
      'new Map([[1, 2]])',
    ]);
    const head = pick([
      () => `${pick(['const', 'let', 'var'])} ${inner.declare(false)}`,
      () => `${pick(['const', 'let'])} [${inner.declare(false)}]`,
      () => `let { length: ${inner.declare(true)} = 3 }`,
      () => (inner.mutable.length ? pick(inner.mutable) : `let ${inner.declare(true)}`),
      () => `Object(${expression(inner, 3)}).k`,
    ])();
    const isAwaited = scope.isAsync && chance(40);
    const source = isAwaited
      ? pick([value, 'asyncNumbers(2, "async")', '[Promise.resolve(1), Promise.reject("r")]'])
      : value;
    return `for ${isAwaited ? 'await ' : ''}(${head} of ${source}) { step(); ${block(inner)} }`;
  });

const enumerating = scope =>
  labelled(scope, inner => {
    const head = `${pick(['const', 'let', 'var'])} ${inner.declare(false)}`;
    const value = pick(['{ a: 1, b: 2 }', '"ab"', '[5]', '{ __proto__: { c: 1 }, d: 2 }', expression(scope, 3)]);
    return `for (${head} in ${value}) { step(); ${block(inner)} }`;
  });

const choosing = scope => {
  // See "Functions in the conditions of `case`" in docs/boa-gaps.md.
  const e = () => expression(scope.still(), 1);
  const inner = scope.inner();
  const body = () => Array.from({ length: 1 + random(2) }, () => statement(inner)).join(' ');
  const exit = () => pick(['break;', '', '']);
  const cases = [
    () => `case ${e()}: ${body()} ${exit()}`,
    () => `case 1: { ${body()} ${exit()} }`,
    () => `default: ${body()} ${exit()}`,
  ];
  const list = pick([
    [0, 1, 2],
    [0, 2, 1],
    [2, 0, 1],
    [0, 1],
    [2, 0],
  ]);
  return `switch (${e()}) { ${list.map(i => cases[i]()).join(' ')} }`;
};

const trying = scope => {
  const inner = scope.inner();
  const parameter = pick(['', 'e', 'e', '{ length: e }', '[e]', '{ length: e = 1, ...f }']);
  if (parameter) inner.all.push('e');
  if (parameter) inner.mutable.push('e');
  const caught = `catch ${parameter && `(${parameter})`} { ${block(inner)} }`;
  const final = `finally { ${block(scope.inner())} }`;
  return `try { ${block(scope)} } ${pick([caught, `${caught} ${final}`, final])}`;
};

/** Two jumps in `try` statements, which cross one or two `finally` blocks. */
const crossing = scope => {
  const label = newName('l');
  const inner = scope.loop(label);
  const jump = () =>
    pick([
      'break;',
      'continue;',
      `break ${label};`,
      `continue ${label};`,
      'throw "J";',
      scope.isFunction ? 'return log("returned");' : 'break;',
    ]);
  const jumps = () => `if (${expression(inner, 2)}) ${jump()} ${chance(50) ? jump() : ''}`;
  const final = () => pick(['log("f");', `if (${expression(inner, 2)}) ${jump()}`, 'try { throw 1; } catch { }']);
  const caught = () => pick(['', `catch (e) { log(e); ${jumps()} }`]);
  const loop = pick([
    'for (const x of numbers(2, "x"))',
    'for (const x in { a: 1, b: 2 })',
    'while (step())',
    'for (let i = 0; i < 2; i++)',
    'switch (1) { case 1: for (const y of [1, 2])',
  ]);
  const end = loop.startsWith('switch') ? '}' : '';
  const inside = `try { ${jumps()} } ${caught()} finally { ${final()} }`;
  const nested = `try { ${inside} log("on"); } ${caught()} finally { ${final()} }`;
  return `${label}: for (let n = 0; n < 3 && step(); n++) { ${loop} { step(); ${nested} } ${end} log("next"); }`;
};

const capturing = scope => {
  const list = newName(),
    i = newName();
  const inner = scope.loop('');
  inner.all.push(i);
  inner.mutable.push(i);
  const body = `${list}.push(() => [${i}, ${expression(inner.function(), 2)}]); ${block(inner, 2)}`;
  const head = pick([
    `let ${i} = 0; ${i} < 3 && step(); ${i}++`,
    `let ${i} of numbers(3, "cap")`,
    `let ${i} in { a: 1, b: 2 }`,
  ]);
  return `{ const ${list} = []; for (${head}) { ${body} } for (const f of ${list}) log(f()); }`;
};

/** A prototype that changes between two reads at the same place. */
const changing = scope => {
  const o = newName();
  const change = () =>
    pick([
      `delete ${o}.a;`,
      `Object.defineProperty(${o}, 'b', { get: () => 'got', configurable: true });`,
      `${o}.d = 4;`,
      `child.a = 5;`,
      `Object.setPrototypeOf(child, { a: 7, b: 8 });`,
      `Object.setPrototypeOf(${o}, watched({ c: 9 }, "proto"));`,
      `delete child.a;`,
      `Object.freeze(${o});`,
      `Object.defineProperty(${o}, 'c', { set(v) { log("set c", v); }, configurable: true });`,
      `${o}.a = 11; child.c = 12;`,
    ]);
  const start = `const ${o} = { a: 1, b: 2, c: 3 }, child = Object.create(${o});`;
  const read = `const read = () => [child.a, child.b, child.c, "a" in child], write = () => { child.c = 20; };`;
  return `{ ${start} ${read} log(read()); ${change()} log(read()); ${change()} log(read()); write(); log(read()); }`;
};

const within = scope => {
  if (scope.isStrict) return `{ ${block(scope)} }`;
  const name = scope.all.length ? pick(scope.all) : 'a';
  const object = pick([`{ ${name}: "with", a: 1 }`, `{ ${name}: 1, [Symbol.unscopables]: { ${name}: true } }`]);
  return `with (${object}) { ${block(scope)} }`;
};

/** Statements without braces. */
const single = scope => {
  const e = () => item(scope, 1);
  const c = () => item(scope.still(), 1);
  const s = () => pick([() => `log(${e()});`, () => `${e()};`, () => `(${e()});`])();
  const inner = scope.loop('');
  const i = inner.declare(true, true);
  return pick([
    () => `if (${e()}) log(${e()}); else if (${e()}) log(${e()}); else log(${e()});`,
    () => `for (let ${i} = 0; ${i} < 2 && step(); ${i}++) log(${item(inner, 1)});`,
    () => `for (const ${i} of [1, 2]) if (step()) log(${item(inner, 1)}); else break;`,
    () => `for (const ${i} in { a: 1 }) log(${item(inner, 1)});`,
    () => `do log(${e()}); while (step() && (${e()}) > 3);`,
    () => `while (step() && (${e()}) < 1) log(${e()});`,
    () => `switch (${e()}) { case ${c()}: ${s()} case ${c()}: ${s()} break; default: ${s()} }`,
    () => `if ((${e()}) ${pick(['<', '>', '===', '<='])} (${e()})) log("yes"); else log("no");`,
    () => `try { ${s()} throw ${e()}; } catch ({ a = ${e()}, ...r }) { log(a, r); } finally { ${s()} }`,
  ])();
};

const kinds = scope => [
  () => single(scope),
  () => single(scope),
  () => `if (${expression(scope, 1)}) { ${block(scope)} } else { ${block(scope)} }`,
  () => counting(scope),
  () => iterating(scope),
  () => enumerating(scope),
  () => {
    const i = newName();
    return `let ${i} = 0; while (${i}++ < 2 && step()) { ${block(scope.loop(''))} }`;
  },
  () => {
    const i = newName();
    return `let ${i} = 0; ${labelled(scope, inner => `do { step(); ${block(inner)} } while (${i}++ < 1)`)}`;
  },
  () => choosing(scope),
  () => trying(scope),
  () => trying(scope),
  () => {
    const label = newName('l');
    return `${label}: { ${block(scope.inner({ labels: [...scope.labels, [label, false]] }))} }`;
  },
  () => capturing(scope),
  () => crossing(scope),
  () => changing(scope),
  () => within(scope),
];

export function statement(scope) {
  const list = simple(scope);
  return pick(depth > 3 ? list : [...list, ...kinds(scope)])();
}
