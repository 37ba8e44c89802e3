// Each pair of constructs that are corrected, one within the other, and each pair of operations on a variable in each
// kind of place that is corrected, in several ways to run a text. The results are those of Node. With the argument
// `each`, each result is on a line of its own, and not only a checksum.

const constructs = {
  value: '1',
  text: "'5'",
  parameter: '((x, y = 1) => { var x = H; return [x, y] })(2)',
  captured: '(function (x, y = () => x) { var x = H; return [x, y()] })(2)',
  renamed: '(function (x, y = () => x) { var { x } = { x: H }; x = () => {}; return [x.name, typeof y()] })(2)',
  restVar: '(function (x, y = () => 1) { var { a: { b }, ...x } = { a: { b: H }, c: 2 }; return [b, x, y()] })(2)',
  named: '((f = () => H) => [f.name, f()])()',
  blockFunction: '(function (x = 1) { { function g() { return H } } return typeof g === "function" ? g() : "none" })()',
  caseFunction: '(x => { switch (1) { case ((x, y) => (y = H, x))(1, 2): return x } })(3)',
  caseThis: '(function () { switch (1) { case (x => (this.a, x))(H): return [1, this.a] } return 2 }).call({ a: 1 })',
  staticKey: 'Object.keys(class { static [(H, "k")] = 1; static k2 = H })',
  methodKey: '(k => (() => class { static [k + "y"]() { return H } static get [k]() { return [H] } })())("k").ky()',
  methodKeyOfThis: '(function () { return (() => class A { static [this.k]() { return H } })().k() })' +
    '.call({ k: "k" })',
  superField: '(() => { class A { get k() { return H } } class B extends A { f = super.k; g = () => super.k ** 2 } ' +
    'const b = new B(); return [b.f, typeof b.g()] })()',
  superUpdate: '(() => { class A {} A.prototype.k = H; return new (class extends A { m() { return super["k"]++ } ' +
    '})().m() })()',
  superDelete: '(() => { let n; try { ({ m() { delete super[n = H] } }).m() } catch (e) { return [e.name, n] } })()',
  early: "(() => { try { y = H; let y = 2; return 'written' } catch (e) { return e.name } })()",
  earlyPattern: "(() => { try { [y] = [H]; let y = 2; return 'written' } catch (e) { return e.name } })()",
  generator: '(() => { let n = 0; const v = { next: () => ({ value: H }), return() { n++; return {} }, ' +
    '[Symbol.iterator]() { return this } }; const g = (function* () { for (const x of v) yield x })(); ' +
    'return [g.next().value, g.return(H).value, n] })()',
  asyncLabel: '(() => { let n = 0; async: for (const x of [1, 2]) for (const y of [H]) { n++; continue async } ' +
    'return n })()',
  loops: '(() => { const l = []; for (const x of [H, 2]) { o: for (;;) { for (const y of [3]) { l.push(x); break o ' +
    '} } } return l })()',
  keys: '(() => { const l = []; for (const x of [H, 2]) { try { for (const k in { a: 1 }) throw k } catch { } ' +
    'l.push(x) } return l })()',
  patterns: '(() => { const l = []; for (const x of [1]) { const [[a = H] = [], ...b] = [[], H]; l.push(a, b) } ' +
    'return l })()',
  finally: '(() => { try { return H } finally { try { throw 1 } catch { } } })()',
  jumps: '(() => { let n = 0; for (const i of [0, 1, 2]) { n++; try { try { if (i === 0) continue; H; break } ' +
    'finally { } } finally { } } return n })()',
  logical: '(() => { var a = H, b; b = (a ??= 2); return [a, b, () => a].length + String(b) })()',
  rest: '(() => { const { a: { b }, ...r } = { a: { b: H }, c: 2 }; return [b, Object.keys(r)] })()',
  operands: '(x => x + (x = H) + x)(1)',
  condition: '(x => { let n = 0; while (x > (x = 2, H, 2) && n < 5) n++; return n })(3)',
  update: '(x => [x++, x])(H)',
  power: '(x => [typeof (2 ** x), 1 ** NaN])(H)',
  memberPower: '(() => { const o = { p: 2 }; o.p **= (H, 3); return o.p })()',
  lengthPower: '(() => { const a = [1, 2]; a.length **= (H, 2); return a.length })()',
  switch: "(() => { try { switch (2) { case 1: let x = H; break; case 2: return x } } catch (e) { return e.name } })()",
  template: '(() => { const l = [H]; return `${l} ${l.pop()} ${H}` })()',
  tag: '(() => { const o = { t(s, v) { return this === o && v } }; return (o.t)`a${H}b` })()',
  moved: '(() => { const p = { x: 1, y: H }, o = Object.create(p), f = () => o.y; f(); delete p.x; return f() })()',
  thises: '(function () { return (() => () => [this.a, H])()() }).call({ a: 1 })',
  brackets: "(() => { let a, b; [(a)] = [H]; ({ ['x']: { b } } = { x: { b: 2 } }); return [a, b] })()",
  eval: "(x => ({ m() { return [eval('x'), H] } }).m())(1)",
  evalClass: "((x, y = 1) => { class A { static m() { return [eval('x'), H] } } return A.m() })(1)",
  evalVar: "(function (a, b = 1) { eval('var a = 7'); return [a, H] })(1)",
  length: '(() => { const f = a => { a.length = 0 }; f([1]); const a = [H]; f(a); return [a[0], a.length] })()',
};

const operations = [
  'l.push(v++)', 'l.push(v--, v)', 'v **= n', 'l.push(n ** v)', 'var q; q = (v ??= 2); l.push(q)', '[v] = [3]',
  '({ v, ...r } = { v: 4, w: 5 })', 'l.push(v + (v = 5))', 'l.push(`${v}${v = 6}`)', 'for (v of [7]) ;',
  'for (v in { 8: 0 }) ;', "eval('v += 1')", 'switch (1) { case (v => v)(1): l.push(v) }', 'l.push((() => v)())',
  'l.push((() => () => [v, this === undefined])()())', 'v = () => {}; l.push(v.name); v = 2',
  "v = '9'", 'v = 10n; n = 2n',
  '{ function v2() { return v } } l.push(typeof v2)', 'for (const x of [1]) { const [[z] = [v]] = []; l.push(z) }',
  'try { try { v++; continue } finally { v++ } } finally { v++ }',
];

// The operations are in a loop, and `return` ends it.
const places = [
  '(function (v) { OPS return v })("3")',
  '(function (v) { OPS var v = "1"; return v })("3")',
  '(function (v, w = 1) { var v = "5"; OPS return v })(3)',
  '(function (v, w = () => v) { var v; OPS return [v, w()] })("3")',
  '(function (v, w = () => v) { var v = "5"; OPS return [v, w()] })(3)',
  '(() => { let v = "1"; OPS return (() => v)() })()',
  '(() => { try { OPS let v = 1; return v } catch (e) { return e.name } })()',
  '(() => { switch (2) { case 1: let v = 1; case 2: try { OPS } catch (e) { return e.name } } })()',
  '(() => { switch (1) { case 1: let v = 1; case 2: OPS return v } })()',
  '(() => { let v = 2; class A { k = 1 } class B extends A { f = (() => { OPS return super.k })() } new ' +
    'B(); return v })()',
  '[...(function* () { let v = "2"; for (const x of [1, 2]) { yield x; OPS } return v })()]',
  '(() => { let v = "2"; for (const x of [1, 2]) { try { OPS; if (x > 1) return v } finally { try { throw 1 ' +
    '} catch { } } } })()',
  '(() => { const o = { v: 2 }; with (o) { OPS } return o.v })()',
  '(v => { OPS return eval("v") })(2)',
];

const given = typeof scriptArgs === 'object' ? scriptArgs : process.argv.slice(2);
const isLong = given[0] === 'each';
const show = value => {
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'function') return `function ${value.name}`;
  if (Array.isArray(value)) return `[${value.map(show).join(',')}]`;
  if (typeof value !== 'object' || !value) return JSON.stringify(value);
  return `{${Object.entries(value).map(([key, value]) => `${key}:${show(value)}`)}}`;
};
const attempt = run => {
  try {
    return show(run());
  } catch (error) {
    return error.name;
  }
};
const ways = {
  eval: text => (0, eval)(text),
  Function: text => Function(`return ${text}`)(),
  field: text => eval(`new (class { f = ${text} })().f`),
  generator: text => eval(`(function* () { for (const q of [0]) yield ${text} })().next().value`),
};
const checksum = text => [...text].reduce((sum, unit) => (Math.imul(sum, 31) + unit.codePointAt()) >>> 0, 0);
/** Runs each text. Prints the results of the first way, and for the other ways those that differ from it. */
const compare = (name, texts, ways) => {
  const [first, ...others] = Object.entries(ways);
  const results = texts.map(([, text]) => attempt(() => first[1](text)));
  if (isLong) texts.forEach(([inner], index) => console.log(`${name} | ${inner}: ${results[index]}`));
  else console.log(`${name}: ${results.length} ${checksum(results.join('\n'))}`);
  for (const [way, run] of others)
    for (const [index, [inner, text]] of texts.entries()) {
      const result = attempt(() => run(text));
      if (result !== results[index]) console.log(`  ${way} ${name} | ${inner}: ${result}`);
    }
};

const filled = (text, hole) => text.replaceAll('H', () => hole);
const within = text => Object.entries(constructs).map(([name, inner]) => [name, filled(text, filled(inner, '1'))]);
for (const [name, text] of Object.entries(constructs)) if (text.includes('H')) compare(name, within(text), ways);

const { eval: sloppy } = ways;
for (const place of places)
  for (const one of operations) {
    const both = operations.map(other => {
      const operated = place.replace('OPS', () => `do { ${one}; ${other}; } while (n < 0);`);
      return [other, `((l, n, r) => [${operated}, l])([], 2)`];
    });
    compare(`${place} | ${one}`, both, { sloppy });
  }

// The same as files: `importScripts` runs a script, which has more than the texts.
const file = text => {
  const source = `globalThis.ofFile = () => ${text}`;
  if (globalThis.importScripts) importScripts(`data:text/javascript,${encodeURIComponent(source)}`);
  else (0, eval)(source);
  return globalThis.ofFile();
};
const list = text => `[${within(text).map(([, text]) => text).join(',\n')}]`;
compare('files', Object.entries(constructs).map(([name, text]) => [name, list(text)]), { file, sloppy });
