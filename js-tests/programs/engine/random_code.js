// Random programs of the language, from seeds. Each logs what it does. The output has a line for each block of a
// hundred seeds, with a checksum. Arguments: the first seed and the number of seeds (default: 0 100), and `all` for a
// line per program, or `text` for the texts.

let state = 1;
const random = n => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 4294967296) * n);
};
const pick = list => list[random(list.length)];
const chance = percent => random(100) < percent;

let out = [];
const show = value => {
  if (typeof value === 'function') return 'f:' + value.name;
  if (typeof value === 'symbol' || typeof value === 'bigint') return String(value);
  if (value instanceof Error) return value.name;
  try {
    return JSON.stringify(value) ?? 'undefined';
  } catch {
    return 'cyclic';
  }
};
const log = (...values) => {
  if (out.length >= 80) throw 'too long';
  out.push(values.map(show).join(' '));
};
let fuel = 0;
const step = () => {
  if (++fuel > 400) throw 'out of fuel';
  return true;
};
const numbers = (count, name = 'n') => {
  let next = 0;
  return {
    [Symbol.iterator]() {
      return this;
    },
    next: () => (next < count ? { value: next++, done: false } : { value: undefined, done: true }),
    return(value) {
      log('closed ' + name);
      return {};
    },
  };
};
const tag = (strings, ...values) => strings.raw.join('|') + values.map(show).join(',');
const tools = { log, step, numbers, tag };

/** Makes the text of a program. `scope` has the variables that can be read, and those that can be written. */
class Maker {
  constructor() {
    this.count = 0;
    this.depth = 0;
  }
  name() {
    return 'v' + this.count++;
  }
  literal() {
    return pick([
      '0',
      '1',
      '2',
      '-1',
      '3.5',
      '"s"',
      '""',
      'true',
      'false',
      'null',
      'undefined',
      '[1, 2]',
      '{ a: 1, b: { c: 2 } }',
      '[]',
      'NaN',
    ]);
  }
  readable(scope) {
    return scope.all.length ? pick(scope.all) : this.literal();
  }
  writable(scope) {
    return scope.mutable.length ? pick(scope.mutable) : null;
  }
  inner(scope, changes = {}) {
    return { ...scope, all: [...scope.all], mutable: [...scope.mutable], ...changes };
  }
  declare(scope, isMutable) {
    const name = this.name();
    scope.all.push(name);
    if (isMutable) scope.mutable.push(name);
    return name;
  }

  expression(scope, depth = 0) {
    if (depth > 3)
      return chance(50) ? this.literal().replace(/^\{.*/, '({})') : this.readable(scope).replace(/^\{.*/, '({})');
    const e = () => this.expression(scope, depth + 1);
    const target = this.writable(scope);
    return pick([
      () => '(' + this.literal() + ')',
      () => '(' + this.readable(scope) + ')',
      () =>
        `(${e()} ${pick(['+', '-', '*', '<', '===', '==', '&&', '||', '??', ',', '%', '|'])} ${e()})`.replace(
          /\((.*) (\?\?) (.*)\)/,
          '(($1) $2 ($3))',
        ),
      () => `(${e()} ? ${e()} : ${e()})`,
      () => (target ? `(${target} ${pick(['=', '+=', '??=', '||=', '&&='])} ${e()})` : e()),
      () => (target ? `(${pick(['++', '--'])}${target})` : e()),
      () => `typeof ${e()}`,
      () => `!${e()}`,
      () => `[${e()}, ...(${pick(['numbers(2, "spread")', '[1, 2]', '"ab"', e()])} ?? [])]`,
      () => `({ x: ${e()}, ...${e()}, [${e()}]: ${e()}, get g() { return ${e()} } })`,
      () => `${e()}?.${pick(['a', 'b', 'length', 'x', '[0]'])}`,
      () => `${e()}?.b?.c`,
      () => `tag\`p${'${'}${e()}}q${'${'}${e()}}\``,
      () => `\`t${'${'}show(${e()})}\``,
      () => `((${this.parameters(scope)}) => ${e()})(${e()}, ${e()})`,
      () => this.call(scope, depth),
      () => `(log(${JSON.stringify('e' + this.count)}), ${e()})`,
      () => `eval(${JSON.stringify(e())})`,
      () => `Object.keys(Object(${e()})).length`,
    ])();
  }

  parameters(scope) {
    return pick([
      '',
      'p',
      'p = 1',
      'p, q = p',
      '...r',
      '{ a: p } = {}',
      '[p, ...q] = []',
      '{ a, ...p } = { b: 2 }',
    ]);
  }

  call(scope, depth) {
    const inner = this.inner(scope, { isLoop: false, labels: [], isFunction: true });
    const name = pick(['', 'own']);
    const kind = pick(['function', 'function', 'arrow', 'generator', 'method', 'class']);
    const body = this.block(inner, 2);
    const value = this.expression(scope, depth + 2);
    switch (kind) {
      case 'function':
        return `(function ${name}(a, b = 1) { ${body} return [a, b, arguments.length]; })(${value})`;
      case 'arrow':
        return `((a, b) => { ${body} return a; })(${value})`;
      case 'generator': {
        const steps = `const got = yield a; log('got', got); ${body} yield* numbers(2, 'inner');`;
        const whole = `try { ${steps} } finally { log('final'); } return 'done';`;
        const yielding = `(function* ${name}(a) { ${whole} })(${value})`;
        return pick([
          `[...${yielding}]`,
          `(i => [i.next(), i.next(1), i.return(2)])(${yielding})`,
          `(i => { i.next(); try { i.throw('T'); } catch (e) { log('thrown', e); } return i.next(); })(${yielding})`,
        ]);
      }
      case 'method':
        return `({ m(a) { ${body} return [a, typeof this]; } }).m(${value})`;
      default:
        return (
          `(() => { class A { #p = ${value}; static s = 1; get g() { return this.#p; } set g(v) { this.#p = v; } ` +
          `m() { return super.toString === Object.prototype.toString; } } ` +
          `class B extends A { f = this.m(); constructor() { super(); ${body} } ` +
          `m() { return [super.m(), this.g]; } } ` +
          `const o = new B(); o.g = 3; return [o.f, o.g, B.s]; })()`
        );
    }
  }

  block(scope, most = 4) {
    this.depth++;
    const inner = this.inner(scope);
    let text = '';
    const count = this.depth > 4 ? 1 : 1 + random(most);
    for (let i = 0; i < count; i++) text += this.statement(inner) + ' ';
    this.depth--;
    return text;
  }

  pattern(scope) {
    const v = () => this.declare(scope, true);
    return pick([
      () => [`[${v()}, ${v()} = ${this.expression(scope, 3)}]`, 'numbers(1, "p")'],
      () => [`{ a: ${v()}, ...${v()} }`, '{ a: 1, b: 2, c: 3 }'],
      () => [`{ b: { c: ${v()} = 5 }, ...${v()} }`, '{ b: {}, d: 1 }'],
      () => [`[, ...${v()}]`, '[1, 2, 3]'],
      () => [`{ [${this.expression(scope, 3)}]: ${v()} = 'd' }`, '{ 1: "one", s: "es" }'],
    ])();
  }

  statement(scope) {
    const e = () => this.expression(scope, 1);
    const flat = this.depth > 4;
    const loop = label =>
      this.inner(scope, { isLoop: true, labels: label ? [...scope.labels, [label, true]] : scope.labels });
    const kinds = [
      () => `log(${JSON.stringify('s' + this.count++)}, ${e()});`,
      () => {
        const value = e();
        const isMutable = chance(60);
        return `${isMutable ? pick(['let', 'var']) : 'const'} ${this.declare(scope, isMutable)} = ${value};`;
      },
      () => {
        const [pattern, value] = this.pattern(scope);
        return `${pick(['let', 'var'])} ${pattern} = ${value};`;
      },
      () => `${e()};`,
      () => (scope.isLoop ? `if (${e()}) ${pick(['break', 'continue'])};` : `log(${e()});`),
      () =>
        scope.labels.length
          ? (([label, isLoop]) => `if (${e()}) ${isLoop && chance(50) ? 'continue' : 'break'} ${label};`)(
              pick(scope.labels),
            )
          : `log(${e()});`,
      () => (scope.isFunction && chance(40) ? `if (${e()}) return ${e()};` : `log(${e()});`),
      () => (chance(30) ? `if (${e()}) throw ${e()};` : `log(${e()});`),
    ];
    if (!flat)
      kinds.push(
        () => `if (${e()}) { ${this.block(scope)} } else { ${this.block(scope)} }`,
        () => {
          const label = chance(40) ? this.name() : '';
          const inner = loop(label),
            i = this.name();
          inner.all.push(i);
          const head = `let ${i} = 0; ${i} < ${1 + random(3)} && step(); ${i}++`;
          return `${label && label + ': '}for (${head}) { ${this.block(inner)} }`;
        },
        () => {
          const label = chance(40) ? this.name() : '';
          const inner = loop(label),
            i = this.name();
          inner.all.push(i);
          const value = pick(['numbers(2, "of")', '[1, 2]', '"xy"', '[[1, 2], [3]]']);
          const head = `${pick(['const', 'let', 'var'])} ${chance(70) ? i : `[${i}]`} of ${value}`;
          return `${label && label + ': '}for (${head}) { step(); ${this.block(inner)} }`;
        },
        () => {
          const label = chance(40) ? this.name() : '';
          const inner = loop(label),
            i = this.name();
          inner.all.push(i);
          return `${label && label + ': '}for (const ${i} in { a: 1, b: 2 }) { step(); ${this.block(inner)} }`;
        },
        () => {
          const i = this.name();
          const inner = loop('');
          return `let ${i} = 0; while (${i}++ < 2 && step()) { ${this.block(inner)} }`;
        },
        () => {
          const body = () => this.block(this.inner(scope, { isLoop: false }));
          return `switch (${e()}) { case ${e()}: ${body()} break; case 1: { ${body()} } default: { ${body()} }}`;
        },
        () => {
          const inner = this.inner(scope);
          const parameter = pick(['', 'e', '{ length: e }']);
          if (parameter) inner.all.push('e');
          const caught = `try { ${this.block(scope)} } catch ${parameter && `(${parameter})`} { ${this.block(inner)} }`;
          return caught + (chance(40) ? ` finally { ${this.block(this.inner(scope))} }` : '');
        },
        () => `try { ${this.block(scope)} } finally { ${this.block(scope)} }`,
        () => {
          const label = this.name();
          return `${label}: { ${this.block(this.inner(scope, { labels: [...scope.labels, [label, false]] }))} }`;
        },
        () => {
          const list = this.name(),
            i = this.name();
          const inner = loop('');
          inner.all.push(i);
          const body = `${list}.push(() => [${i}, ${this.expression(inner, 2)}]); ${this.block(inner, 2)}`;
          const filling = `for (let ${i} = 0; ${i} < 3 && step(); ${i}++) { ${body} }`;
          return `{ const ${list} = []; ${filling} for (const f of ${list}) log(f()); }`;
        },
        () => {
          const o = this.name();
          const change = pick([
            `delete ${o}.a;`,
            `Object.defineProperty(${o}, 'b', { get: () => 'got' });`,
            `${o}.d = 4;`,
            `child.a = 5;`,
          ]);
          const start = `const ${o} = { a: 1, b: 2, c: 3 }, child = Object.create(${o});`;
          return `{ ${start} const read = () => [child.a, child.b, child.c]; log(read()); ${change} log(read()); }`;
        },
      );
    return pick(kinds)();
  }

  program() {
    return this.block({ all: [], mutable: [], labels: [], isLoop: false, isFunction: true }, 7);
  }
}

const given = typeof scriptArgs === 'object' ? scriptArgs : process.argv.slice(2);
const [first = 0, count = 100] = given.filter(argument => /^\d+$/.test(argument)).map(Number);
let checksum = 0;
for (let seed = first; seed < first + count; seed++) {
  state = (seed * 2654435761) >>> 0;
  for (let i = 0; i < 5; i++) random(2);
  const text = new Maker().program();
  if (given.includes('text')) console.log(text);
  out = [];
  fuel = 0;
  let result;
  try {
    result = 'returned ' + show(new Function(...Object.keys(tools), 'show', text)(...Object.values(tools), show));
  } catch (error) {
    result = 'threw ' + show(error);
  }
  const line = out.join() + ' | ' + result;
  if (given.includes('all')) console.log(seed, line);
  for (let i = 0; i < line.length; i++) checksum = (Math.imul(checksum, 31) + line.charCodeAt(i)) >>> 0;
  if (seed % 100 === 99) {
    console.log(`${seed - 99} to ${seed}: ${checksum}`);
    checksum = 0;
  }
}
