// A constructor reads `newTarget.prototype` once, whatever newTarget and the value are.
function count(value) {
  let gets = 0;
  const get = (target, key) => (key === 'prototype' ? (gets++, value) : target[key]);
  const made = Reflect.construct(EventTarget, [], new Proxy(function () {}, { get }));
  return [gets, Object.getPrototypeOf(made) === value, made instanceof EventTarget].join();
}
console.log(count(1), count({}), count(EventTarget.prototype), count(null));
const own = Object.getPrototypeOf(Reflect.construct(EventTarget, [], WeakSet));
console.log(own === WeakSet.prototype);
