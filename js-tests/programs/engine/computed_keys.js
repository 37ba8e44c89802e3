// Computed keys in patterns, where the engine's parser reads an object literal first.

const k = 'a', m = 'b';
const tests = [];
const test = (name, run) => tests.push([name, run]);
const seen = (log, value) => new Proxy(value, { get: (o, key) => (log.push(`get ${String(key)}`), o[key]) });
const step = (log, value) => (log.push(`step ${String(value)}`), value);

test('parameters', () => [{ a: 5 }, {}, { a: null }].map(({ [k]: v = 1 }) => v));
test('parameters without brackets', () => [[{ a: 5 }], [{}]].map(([{ [k]: v = 1 }]) => v));
test('lengths', () => [
  ({ [k]: v = 1 }) => v, ({ [k]: v = 1 }, b) => v, (a, { [k]: v = 1 } = {}, b) => v, (a, { [k]: v = 1 }, ...b) => v,
  (a = 1, { [k]: v = 1 }) => v,
].map(f => f.length));
test('names', () => [
  (({ [k]: f = () => {} }) => f.name)({}), (({ [k]: v = 1 }, f = class {}) => f.name)({}),
  (({ [k]: v = 1 }, f = function () {}) => f.name)({}),
  (() => { let f; ({ [k]: f = () => {} } = {}); return f.name; })(),
]);
test('default of a pattern', () => [(({ [k]: v = 1 } = { a: 2 }) => v)(), (({ [k]: v = 1 } = { a: 2 }) => v)({})]);
test('later parameters', () => (({ [k]: v = 1 }, b = v + 1, { c } = { c: b + 1 }, d) => [v, b, c, d])({}));
test('later arguments', () =>
  (({ [k]: v = 1 }, b = v + 1, { c } = { c: b + 1 }, d) => [v, b, c, d])({}, 5, { c: 6 }, 7));
test('undefined arguments', () => (({ [k]: v = 1 }, b = 2, c) => [v, b, c])({}, undefined, undefined));
test('rest', () => ((a, { [k]: v = 1 }, b = v, ...rest) => [a, v, b, rest])(0, {}, undefined, 3, 4));
test('rest pattern', () => ((a, { [k]: v = 1 }, ...[b, c = v, ...d]) => [a, v, b, c, d])(0, {}, 3, undefined, 4));
test('rest object', () => ((a, { [k]: v = 1 }, ...{ length, 1: second }) => [v, length, second])(0, {}, 3, 4));
test('trailing comma', () => (({ [k]: v = 1, }, b,) => [v, b])({}, 2));
test('nested', () => (({ [k]: { [m]: v = 1 }, c: [{ [m]: w = v }] }) => [v, w])({ a: {}, c: [{}] }));
test('nested without a default', () =>
  (({ [k]: [x, y] }, { [m]: { z } }) => [x, y, z])({ a: [1, 2] }, { b: { z: 3 } }));
test('object rest', () => (({ [k]: v = 1, ...rest }) => [v, rest])({ a: undefined, c: 2 }));
test('this', function () { return [1].map(({ [k]: v = 1 }) => [this.t, arguments.length, v]); }.bind({ t: 't' }, 1, 2));
test('this and rest', function () {
  return [1].map(({ [k]: v = 1 }, ...r) => [this.t, arguments.length, v, r.length]);
}.bind({ t: 't' }));
test('super', () => {
  class A { m() { return 'm'; } }
  class B extends A { m() { return (({ [k]: v = super.m() }, ...r) => super.m() + v)({}); } }
  return new B().m();
});
test('a var of this name', () => (({ [k]: v = 1 }) => { var v; return v; })({ a: 3 }));
test('a closure in the parameters', () => (({ [k]: v = 1 }, f = () => v) => { var v = 2; return [v, f()]; })({ a: 3 }));
test('undefined', () => (({ [k]: v = 1 }) => v)());
test('null', () => (({ [k]: { v } }) => v)({ a: null }));
test('order of parameters', () => {
  const log = [];
  (({ [step(log, 'a')]: v = step(log, 1), [step(log, 'b')]: w = step(log, 2) }, x = step(log, 3)) => v + w + x)(
    seen(log, { a: undefined, b: undefined }));
  return log;
});
test('early reads', () => (({ [k]: v = w }, w = 1) => v)({}));
test('async', () => typeof (async ({ [k]: v = 1 }, ...rest) => v)({}).then);
test('functions in defaults', () => (({ [k]: f = ({ [m]: v = 2 }) => v }) => f({}))({}));
test('an object as the body', () => (({ [k]: v = 1 }, ...rest) => ({ v, rest }))({}, 1));
test('strict', () => (({ [k]: v = 1 }, ...rest) => { { 'use strict'; } return v; })({}));

test('assignments', () => { let v, w; ({ [k]: v = 1, [m]: w = 2 } = { b: 3 }); return [v, w]; });
test('value of an assignment', () => { let v; const o = { c: 1 }; return ({ [k]: v = 1 } = o) === o; });
test('nested assignments', () => {
  let v, w;
  [{ [k]: { [m]: v = 1 }, [m]: [w = 2] }] = [{ a: {}, b: [] }];
  return [v, w];
});
test('assigned members', () => { const o = {}; ({ [k]: o.x = 1, [m]: o.y } = { b: 2 }); return o; });
test('declared rest', () => {
  const { [k]: v = 1, [k + m]: { x } = { x: 2 }, ...rest } = { ab: { x: 3 }, c: 4 };
  return [v, x, rest];
});
test('assigned rest', () => { let v, r; ({ [k]: v = 1, ...r } = { a: 2, c: 3 }); return [v, r]; });
test('in brackets', () => { let v; ({ [k]: (v) = 1 } = {}); return v; });
test('assigned null', () => { let v; ({ [k]: { v } } = { a: null }); });
test('assigned constants', () => { const v = 1; ({ [k]: v = 1 } = {}); });
test('unknown names', () => { 'use strict'; ({ [k]: unknown = 1 } = {}); });
test('before a declaration', () => { ({ [k]: v = 1 } = {}); let v; });
test('order of assignments', () => {
  const log = [];
  let v, w;
  ({ [step(log, 'a')]: v = step(log, 1), [step(log, 'b')]: w = step(log, 2) } = seen(log, { a: undefined }));
  return log;
});
test('for-of', () => { let v; const all = []; for ({ [k]: v = 1 } of [{}, { a: 2 }]) all.push(v); return all; });
test('for-in', () => { let v; const all = []; for ({ length: v, [k]: v = 1 } in { xyz: 1 }) all.push(v); return all; });
test('for-of with a declaration', () => {
  const all = [];
  for (const { [k]: v = 1 } of [{}]) all.push(v);
  return all;
});
test('yield', () => {
  const g = (function* () { let v; ({ [yield 1]: v = yield 2 } = {}); return v; })();
  return [g.next().value, g.next('a').value, g.next(9).value];
});
test('eval', () => eval('[{}].map(({ [k]: v = 1 }) => v)'));
test('Function', () =>
  Function('o', 'let v; ({ [o.k]: v = 1, [o.k]: { length: o.n } } = { a: "xy" }); return [v, o.n]')({ k }));
test('fields', () => new (class { f = ({ [k]: v = 1 }) => [v, this.g]; g = 2; })().f({}));
test('with', () =>
  Function('k', 'with ({ v: 0, get o() { return this.v } }) { ({ [k]: v = 1 } = {}); return [v, o] }')(k));

for (const [name, run] of tests) {
  let result;
  try {
    result = JSON.stringify(run());
  } catch (error) {
    result = error.name;
  }
  console.log(`${name}: ${result}`);
}
(async () => {
  let v;
  for await ({ [await k]: v = await 1 } of [{}]) console.log('for await', v);
  console.log(await (async ({ [k]: v = 1 }, ...rest) => [v, rest.length])({}, 1));
})();
