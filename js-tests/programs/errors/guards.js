// Expressions are guarded to say whether they were undefined or null. Programs see nothing else of it.
let nothing;
const attempt = f => { try { f(); } catch (error) { console.log(error.message); } };
const ran = value => (console.log('evaluated', value), value);
attempt(() => { nothing.x = ran(1); });
attempt(() => { nothing[ran('key')] = ran(2); });
attempt(() => nothing[`${ran('k')}`]);
const key = { toString() { return ran('never'); } };
attempt(() => nothing[key]);
attempt(() => { nothing[key] = 1; });
class Base {}
attempt(() => new (class extends Base { constructor() { nothing.x = this; super(); } })());
// The object of `with` may have any property.
const scope = new Proxy({ data: { list: { n: 1 } } }, {
  has: () => true,
  get: (target, name) => (name === Symbol.unscopables ? undefined : target[name]),
  set: (target, name) => { throw new Error(`set ${String(name)}`); },
});
(function () { with (scope) { if (data.list.n !== 1) throw new Error('not found'); } })();
// A chain is as long as the parser allows.
const chain = { next() { return this; }, n: 7 };
console.log(eval(`chain${'.next()'.repeat(900)}.n`));
console.log(Object.keys(globalThis).filter(name => name.startsWith('$')));
console.log(String(x => x.a.b.c), String(function (x) { return x.a().b; }), String(x => ({ a: x.a.b })));
