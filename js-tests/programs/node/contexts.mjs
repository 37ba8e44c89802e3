// Contexts of node:vm. The output is Node's.
import vm from 'node:vm';

const box = vm.createContext({ x: 1, log: [] });
const run = (code, context = box) => vm.runInContext(code, context);
console.log(vm.isContext(box), vm.createContext(box) === box);
console.log(run('x + 1'), run('var y = x + 1; y'), box.y);
run('z = y + 1; function twice(n) { return n * factor; }');
box.factor = 10;
console.log(box.z, box.twice(4), run('twice(z)'), Object.keys(box).sort());
box.y = 20;
console.log(run('y'), run('y = 21, typeof y'), box.y);
run('const c = 5; let l = 6; class A {}');
console.log(run('c + l'), run('typeof A'), 'c' in box, box.A);
run('var count = 0; function next() { return ++count; }');
console.log(box.next(), box.next(), box.count);
box.count = 10;
console.log(box.next(), box.count);
for (const name of ['setTimeout', 'console', 'process', 'fetch', 'Map', 'globalThis', 'URL', 'missing'])
  console.log(name, run(`typeof ${name}`));
console.log(run('[]') instanceof Array, run('Array.isArray([])'), run('[] instanceof Array'));
console.log(run('this.x'), run('globalThis.x = 2, x'), box.x, run('delete globalThis.x'), box.x, run('typeof x'));
console.log(run('Object.keys(globalThis).includes("y")'), run('var Map = 1; Map'), box.Map);
console.log(vm.runInNewContext('[delete x, typeof x, "x" in globalThis]', { x: 1 }));
console.log(vm.runInNewContext('x = 2; x', { get x() { return 1 } }));
console.log(vm.runInNewContext('x = 2; x', Object.freeze({ x: 1 })));
console.log(vm.runInNewContext('let twice = 1; twice') + vm.runInNewContext('let twice = 2; twice'));
console.log(vm.runInThisContext('const lasting = 5; lasting'), vm.runInThisContext('lasting + 1'),
  new vm.Script('let JSON') && JSON.stringify([1]));
const defined = vm.createContext({});
vm.runInContext(
  'let n = 0; Object.defineProperty(globalThis, "k", { get() { return ++n }, configurable: true })',
  defined,
);
console.log(defined.k, defined.k, Object.keys(defined), vm.runInContext('k', defined));
console.log(vm.runInNewContext('this.a = 2; this.b = 3; Object.keys(this)', { a: 1 }));
console.log(vm.runInNewContext('var b = 2; a + b', Object.freeze({ a: 1 })));
const own = vm.createContext({ Map: 'mine', push: value => own.list.push(value), list: [] });
console.log(run('Map', own), run('push(1); push(2); list.length', own), own.list);
run('with ({ w: 1 }) { list.push(w) } for (var i = 0; i < 2; i++); if (true) { function inner() {} }', own);
console.log(own.list, own.i, typeof own.inner);
const script = new vm.Script('n = (typeof n === "number" ? n : 0) + 1', 'counter.js');
const counter = vm.createContext();
for (let i = 0; i < 3; i++) script.runInContext(counter);
console.log(counter.n, script.runInNewContext({ n: 41 }), vm.runInNewContext('a * b', { a: 6, b: 7 }));
console.log(vm.runInThisContext('typeof globalThis.process'), vm.compileFunction('return a + b', ['a', 'b'])(1, 2));
console.log(vm.compileFunction('return x', [], { parsingContext: vm.createContext({ x: 'inside' }) })());
const attempts = [
  () => vm.runInContext('1', {}),
  () => vm.createContext(1),
  () => vm.isContext(1),
  () => vm.createContext(() => {}),
  () => new vm.Script('a b', 'broken.js'),
  () => run('throw new TypeError("inside")'),
  () => run('missing'),
];
for (const attempt of attempts) {
  try {
    attempt();
    console.log('no error');
  } catch (error) {
    console.log(error.name, error.code, error.message.replace(' (broken.js:1:3)', ''), error instanceof Error);
  }
}
console.log(await run('Promise.resolve(3)'), await run('(async () => { await null; return y })()'));
