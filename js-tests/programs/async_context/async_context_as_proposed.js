// args: --experimental async-context
// The shapes and edges of the proposal's algorithms, and the values that hosts give to modules and rejections.

const { Variable, Snapshot } = AsyncContext;
console.log(Variable.length, Snapshot.length, Object.keys(Variable), Object.keys(Variable.prototype));
console.log(Object.keys(Snapshot), Object.keys(Snapshot.prototype));
console.log(Variable.prototype[Symbol.toStringTag], Snapshot.prototype[Symbol.toStringTag], Variable.name);

// Options of variables
const traps = [];
const options = new Proxy({ name: 1, defaultValue: 2 }, {
  has: (target, key) => (traps.push(`has ${key}`), key in target),
  get: (target, key) => (traps.push(`get ${key}`), target[key]),
});
const fromOptions = new Variable(options);
console.log(fromOptions.name, fromOptions.get(), traps);
console.log([new Variable('x').name, new Variable(5).name, new Variable({ name: undefined }).name]);

// Lengths of wrapped functions
const length = (value) => Snapshot.wrap(Object.defineProperty(() => {}, 'length', { value })).length;
console.log([Symbol(), 42n, '42', { valueOf: () => 42 }, Infinity, -Infinity, 1e300, 2.7, -1, NaN].map(length));
const inherits = () => {};
delete inherits.length;
Object.setPrototypeOf(inherits, { get length() { throw new Error('inherited'); } });
console.log(Snapshot.wrap(inherits).length);
traps.length = 0;
Snapshot.wrap(new Proxy(() => {}, {
  getOwnPropertyDescriptor: (target, key) => (traps.push(`own ${key}`), Reflect.getOwnPropertyDescriptor(target, key)),
  get: (target, key) => (traps.push(`get ${key}`), target[key]),
}));
console.log(traps);

// Values
const variable = new Variable({ defaultValue: 'none' });
addEventListener('unhandledrejection', (event) => {
  event.preventDefault();
  console.log('rejected with', variable.get());
});
variable.run('rejecter', () => Promise.reject(1));
variable.run('outer', () => setTimeout(() => variable.run('inner', async () => { throw 2; })));
globalThis.variable = variable;
variable.run('importer', async () => {
  const { seen } = await import('../../modules/async_context.mjs');
  console.log('module body:', seen, 'importer:', variable.get());
});
