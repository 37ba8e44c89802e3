// args: --virtual-time
// Reporting an error runs no code of the program: no getter, no trap, no conversion.
// The text of the message does not matter here.
const ran = [];
const getter = label => ({ get() { ran.push(label); return label; }, configurable: true });
const withGetters = (error, ...names) => {
  for (const name of names) Object.defineProperty(error, name, getter(`own ${String(name)}`));
  return error;
};
const all = ['message', 'name', 'stack', 'cause', 'constructor', 'toString', Symbol.toStringTag, Symbol.toPrimitive];
const text = label => ({ toString() { ran.push(`toString of ${label}`); return label; } });
class Derived extends RangeError {
  get name() { ran.push('inherited name'); return 'Derived'; }
  get message() { ran.push('inherited message'); return 'message'; }
  toString() { ran.push('inherited toString'); return 'text'; }
}
const traps = new Proxy({}, {
  get: (_, trap) => (...list) => { ran.push(`trap ${trap}`); return Reflect[trap](...list); },
});
const tested = {
  message: () => withGetters(new Error('m'), 'message'),
  name: () => withGetters(new Error('m'), 'name'),
  stack: () => withGetters(new Error('m'), 'stack'),
  all: () => withGetters(new TypeError('m'), ...all),
  DOMException: () => withGetters(new DOMException('m', 'DataError'), 'message', 'name', 'stack'),
  aggregate: () => withGetters(new AggregateError([withGetters(new Error('m'), ...all)], 'm'), 'errors', 'message'),
  derived: () => new Derived('own message'),
  objects: () => Object.defineProperties(new Error('m'), {
    name: { value: text('name') },
    message: { value: text('message') },
  }),
  plain: () => Object.defineProperties({ toString: text('plain').toString }, {
    message: getter('message'),
    x: getter('x'),
  }),
  proxy: () => new Proxy(withGetters(new Error('m'), ...all), traps),
  prototype: () => Object.setPrototypeOf(new Error('m'), new Proxy(Error.prototype, traps)),
  array: () => Object.defineProperty([1, withGetters({}, 'x')], 2, getter('element')),
  function: () => withGetters(() => {}, 'name'),
  patched: () => {
    for (const name of ['message', 'name', 'stack', 'toString']) {
      Object.defineProperty(Error.prototype, name, getter(`Error.prototype.${name}`));
      Object.defineProperty(DOMException.prototype, name, getter(`DOMException.prototype.${name}`));
    }
    return new RangeError('m');
  },
  'patched, without a message': () => new Error(),
  'patched DOMException': () => new DOMException('m', 'DataError'),
};
let reports = 0;
addEventListener('error', event => { reports++; event.preventDefault(); });
addEventListener('unhandledrejection', event => { reports++; event.preventDefault(); });
for (const make of Object.values(tested)) reportError(make());
console.log('reportError:', reports, ran.join() || 'nothing ran');
for (const make of Object.values(tested)) setTimeout(() => { throw make(); }, 0);
setTimeout(() => {
  console.log('thrown:', reports, ran.join() || 'nothing ran');
  for (const make of Object.values(tested)) Promise.reject(make());
  setTimeout(() => console.log('rejected:', reports, ran.join() || 'nothing ran'), 5);
}, 5);
