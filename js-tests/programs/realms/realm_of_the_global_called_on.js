// args: --test-host
// A getter or method of one global object that is called on another one acts on the latter.
const other = testHost.createRealm();
const getter = (global, name) => Object.getOwnPropertyDescriptor(global, name).get;
for (const name of ['scheduler', 'performance', 'navigator', 'self']) {
  console.log(name,
    getter(globalThis, name).call(other) === other[name],
    getter(other, name).call(globalThis) === globalThis[name],
    getter(globalThis, name).call(undefined) === globalThis[name],
    getter(other, name).call(undefined) === other[name],
    getter(globalThis, name).call(other) === getter(globalThis, name).call(other));
}
console.log(getter(globalThis, 'scheduler').call(other) instanceof other.Scheduler);
console.log(getter(globalThis, 'performance').call(other) instanceof other.Performance);
const third = testHost.createRealm();
console.log('first access:', getter(globalThis, 'scheduler').call(third) instanceof third.Scheduler,
  getter(globalThis, 'scheduler').call(third) === third.scheduler);

console.log('structuredClone:',
  structuredClone.call(other, []) instanceof other.Array,
  structuredClone.call(other, new Map([[{}, []]])).keys().next().value instanceof other.Object,
  other.structuredClone.call(globalThis, []) instanceof Array,
  structuredClone.call(undefined, []) instanceof Array,
  (0, other.structuredClone)([]) instanceof other.Array);

other.onlyThere = 'the other global';
other.log = console.log;
setTimeout.call(other, `log('text for a timeout:', onlyThere)`);
getter(globalThis, 'onerror').call(other);
Object.getOwnPropertyDescriptor(globalThis, 'onerror').set.call(other, (...list) => {
  console.log('onerror of the other global:', list.length);
  return true;
});
other.reportError(1);
