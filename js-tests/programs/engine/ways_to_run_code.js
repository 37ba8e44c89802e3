// Each fault of the engine that is corrected, in each way to run a text and in each kind of code. What differs from the
// expected value is printed.
const faults = {
  iterators: ['let n = 0; for (const x of [1, 2]) { o: for (;;) { for (const y of [3]) break o } n++ } return n', 2],
  keys: ["let s = ''; for (const x of [1, 2]) { try { for (const k in { a: 1 }) throw k } catch { } s += x } return s",
    '12'],
  patterns: ['let n = 0; for (const x of [1]) { try { const [a] = { [Symbol.iterator]: () => ' +
    '({ next() { throw 1 } }) } } catch { n++ } } return n', 1],
  finally: ['try { try { throw 1 } catch (e) { throw 2 } finally { try { throw 3 } catch { } } } ' +
    'catch (e) { return e }', 2],
  exits: ['let n = 0; for (const i of [0, 1, 2]) { n++; try { try { if (i == 0) continue; break } finally { } } ' +
    'finally { } } return n', 2],
  logical: ['var a = 1, b; b = (a ??= 2); return (() => [a, b].join())()', '1,1'],
  rest: ["const { a: { b }, ...rest } = { a: { b: 1 }, c: 2 }; return Object.keys(rest).join()", 'c'],
  parameters: ['return (function (x, y = 1) { var x; return x })(42)', 42],
  switch: ['try { switch (2) { case 1: let x = 1; break; case 2: x } } catch (e) { return e.name }', 'ReferenceError'],
  early: ["try { y = 1; let y = 2; return 'written' } catch (e) { return e.name }", 'ReferenceError'],
  moved: ['const p = { x: 1, y: 2 }, o = Object.create(p), f = () => o.y; f(); delete p.x; return f()', 2],
  kind: ["const p = { x: 1 }, o = Object.create(p), f = () => o.x; f(); " +
    "Object.defineProperty(p, 'x', { get: () => 2 }); return f()", 2],
  lengths: ['const f = a => { a.length = 0 }; f([1]); const a = [1]; f(a); return String(a[0])', 'undefined'],
  calls: ['function async(x) { return x } return async(1)', 1],
  brackets: ["let a, b; [(a)] = [1]; ({ ['x']: { b } } = { x: { b: 2 } }); return a + b", 3],
  constructor: ["return new (class { 'constructor'() { this.x = 1 } })().x", 1],
  super: ['class A { m() { return 1 } } class B extends A { f = () => super.m() } return new B().f()', 1],
  // In strict code, the variable is that of the text.
  variables: ["if ((function () { return !this })()) return 7; " +
    "return (function (a, b = 1) { eval('var a = 7'); return a })(1)", 7],
  nested: ["return eval('const { a: { b }, ...r } = { a: { b: 1 }, c: 2 }; Object.keys(r).join()')", 'c'],
  texts: ["try { new Function('}, function () {'); return 'made' } catch (e) { return e.name }", 'SyntaxError'],
  using: ["let s = ''; { using x = { [Symbol.dispose]() { s += 'disposed' } } } return s", 'disposed'],
  computed: ["const k = 'a'; let v; ({ [k]: v = 1 } = {}); return [{}].map(({ [k]: w = 2 }) => w)[0] + v", 3],
  reads: ["const r = []; try { y++ } catch { try { y; r.push('read') } catch (e) { r.push(e.name) } } let y = 1; " +
    'return r.join()', 'ReferenceError'],
  constants: ["try { (() => { c = 1 })(); const c = 2 } catch (e) { return e.name }", 'ReferenceError'],
  heads: ["return (function () { 'use strict'; try { for (unknown of [1]); } catch (e) { return e.name } })()",
    'ReferenceError'],
  functionNames: ["return (() => { 'use strict'; try { (function f() { f = 1 })() } catch (e) { return e.name } })()",
    'TypeError'],
  blocks: ["return Function('{ function g() {} } { let g } return typeof g')()", 'function'],
  with: ["return Function('const k = 1; with ({ f() { return this.k }, k: 2 }) { k = 3; return f?.() }')()", 3],
  classKeys: ['try { class A { [A.name]() {} } } catch (e) { return e.name }', 'ReferenceError'],
  classNames: ["return ({ ['k']: class { static name = 'own' } }).k.name", 'own'],
  conversions: ["const c = { log: [], toString() { this.log.push(1); return 'c' } }; return `${c}:${c.log.length}`",
    'c:1'],
  cases: ['let v = 0; switch (0) { case ({ m(a) { let v = 0; return a } }).m(1): return v; ' +
    'default: return v + 4 }', 4],
};

// Kinds of code: texts of expressions whose value is that of the code, or a promise for it.
const kinds = {
  function: code => `(function () { ${code} })()`,
  arrow: code => `(() => { ${code} })()`,
  method: code => `({ m() { ${code} } }).m()`,
  getter: code => `({ get x() { ${code} } }).x`,
  setter: code => `(r => (({ set x(v) { r = (() => { ${code} })() } }).x = 0, r))()`,
  classMethod: code => `new (class { m() { ${code} } })().m()`,
  privateMethod: code => `new (class { #m() { ${code} } m() { return this.#m() } })().m()`,
  staticBlock: code => `(class { static r; static { this.r = (() => { ${code} })() } }).r`,
  field: code => `new (class { f = (() => { ${code} })() })().f`,
  classConstructor: code => `new (class { constructor() { this.r = (() => { ${code} })() } })().r`,
  default: code => `((x = (() => { ${code} })()) => x)()`,
  template: code => '`${(() => { ' + code + ' })()}`',
  generator: code => `(function* () { ${code} })().next().value`,
  async: code => `(async () => { ${code} })()`,
  afterAwait: code => `(async () => { await 0; ${code} })()`,
  asyncGenerator: code => `(async function* () { ${code} })().next().then(r => r.value)`,
};

// Ways to run a text: functions that return the value of an expression, or a promise for it.
const e = eval, AsyncFunction = (async () => {}).constructor, GeneratorFunction = (function* () {}).constructor;
const AsyncGeneratorFunction = (async function* () {}).constructor;
const ways = {
  eval: text => eval(text),
  parenthesized: text => (eval)(text),
  indirect: text => (0, eval)(text),
  otherName: text => e(text),
  global: text => globalThis.eval(text),
  optional: text => eval?.(text),
  evalInEval: text => eval(`eval(${JSON.stringify(text)})`),
  strictEval: text => (function () { 'use strict'; return eval(text); })(),
  Function: text => Function(`return ${text}`)(),
  newFunction: text => new Function('a', 'b', `return ${text}`)(),
  constructor: text => ways.eval.constructor(`return ${text}`)(),
  subclass: text => new (class extends Function {})(`return ${text}`)(),
  AsyncFunction: text => AsyncFunction(`return ${text}`)(),
  GeneratorFunction: text => GeneratorFunction(`yield ${text}`)().next().value,
  AsyncGeneratorFunction: text => AsyncGeneratorFunction(`yield ${text}`)().next().then(r => r.value),
  parameter: text => Function(`x = ${text}`, 'return x')(),
  handler: text => new Promise(resolve => {
    globalThis.resolveHandler = resolve;
    setTimeout(`resolveHandler((() => { try { return ${text} } catch (error) { return error } })())`);
  }),
};

let checked = 0;
const print = (...words) => console.log(words.join(' '));
async function check(what, run, expected) {
  let value;
  try { value = await run(); } catch (error) { value = error; }
  checked++;
  if (String(value) !== String(expected)) print(what, value);
}
(async () => {
  for (const [fault, [code, expected]] of Object.entries(faults)) {
    for (const [way, run] of Object.entries(ways)) {
      await check(`${fault} ${way}`, () => run(kinds.function(code)), expected);
    }
    for (const [kind, text] of Object.entries(kinds)) {
      await check(`${fault} ${kind} eval`, () => eval(text(code)), expected);
      await check(`${fault} ${kind} Function`, () => Function(`return ${text(code)}`)(), expected);
    }
  }
  print(checked, 'checked');
})();
