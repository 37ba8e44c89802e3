// Texts that are compiled while the program runs.
const text = 'const { a: { b }, ...rest } = { a: { b: 1 }, c: 2 }; Object.keys(rest).join()';
console.log(eval(text), (0, eval)(text), globalThis.eval(text), eval?.(text));
console.log(new Function('const { a: { b }, ...rest } = { a: { b: 1 }, c: 2 }; return Object.keys(rest).join()')());
console.log(Function('x', 'y = 1', 'var x; return [x, y]')(42));
{
  let local = 1;
  const loop = 'for (const x of [1, 2]) { o: for (;;) { for (const y of [3]) break o } s += x }';
  const loops = `local++; let s = ""; ${loop} s`;
  console.log(eval(loops), local);
}
const handler = 'var { a: { b }, ...handled } = { a: { b: 1 }, c: 2 }; console.log("handler", Object.keys(handled))';
setTimeout(typeof process === "undefined" ? handler : () => (0, eval)(handler), 1);
function shadowed(eval) { return eval('const { a: { b }, ...rest } = 0'); }
console.log(shadowed(text => text));
console.log(eval(1), eval(), eval('1;;;'), typeof eval('(function () {})'));
const AsyncFunction = (async () => {}).constructor, GeneratorFunction = (function* () {}).constructor;
const AsyncGeneratorFunction = (async function* () {}).constructor;
for (const F of [Function, AsyncFunction, GeneratorFunction, AsyncGeneratorFunction]) {
  const f = new F('x', 'y = 1', 'var x; return x'), g = F('return 1');
  console.log(F.name, F.length, f.name, f.length, f instanceof F, f instanceof Function, g instanceof F,
    Object.getPrototypeOf(F) === (F === Function ? Function.prototype : Function),
    Object.getPrototypeOf(f) === F.prototype, f.constructor === F,
    Object.keys(Object.getOwnPropertyDescriptors(F)).join());
}
const values = [];
AsyncFunction('x', 'y = 1', 'var x; return x')(3).then(x => values.push('async', x)).then(async () => {
  for await (const x of AsyncGeneratorFunction('x', 'y = 1', 'var x; yield x; yield y')(4)) values.push(x);
  console.log(values, [...GeneratorFunction('x', 'y = 1', 'var x; yield x; yield y')(5)]);
});
class Sub extends Function { constructor(...a) { super(...a); this.sub = true; } twice() { return this() * 2; } }
const sub = new Sub('x = 21', 'y = 1', 'var x; return x');
console.log(sub(), sub.twice(), sub.sub, sub instanceof Sub);
for (const bad of ['}, function () {', ')', '/*', 'return']) {
  try { console.log(typeof new Function(bad, 'var x')); } catch (error) { console.log(error.name); }
  try { console.log(typeof new Function('x', bad)); } catch (error) { console.log(error.name); }
}
console.log(Reflect.construct(Function, ['return new.target'], Sub) instanceof Sub, Function.call(null, 'return 7')());
function f(a, b = 1) { eval('var a = 7'); return [a, arguments.length]; }
console.log(f(1), ((a, b = 2) => { eval('var b = 3'); return b; })());
class Private { #p = 5; read() { return eval('this.#p'); } }
console.log(function () { return eval('new.target'); }(), new Private().read());
console.log(function () { return eval('arguments.length'); }(1, 2, 3), function () { 'use strict'
  return (() => eval('arguments.length'))(); }(1, 2));
console.log(function own() { return eval('typeof own'); }(), function own() { let own = 1; return eval('own'); }());
console.log((function (arguments) { return eval('arguments'); })('parameter'));
