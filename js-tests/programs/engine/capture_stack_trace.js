// Error.captureStackTrace gives an object a stack, with the words that an error would have.
const head = object => JSON.stringify(object.stack.split('\n')[0]);
const frames = object => object.stack.split('\n').slice(1).map(line => line.trim().split(/ \(/)[0]);
const o = {};
console.log(Error.captureStackTrace(o), head(o));
const { value, ...attributes } = Object.getOwnPropertyDescriptor(o, 'stack');
console.log(typeof value, attributes, Error.captureStackTrace.length, Error.captureStackTrace.name);
console.log(Object.getOwnPropertyDescriptor(Error, 'stackTraceLimit'));
function inner(...captured) { Error.captureStackTrace(...captured); return captured[0]; }
function outer(...captured) { return inner(...captured); }
console.log(frames(outer({})).slice(0, 2), frames(outer({}, inner))[0], frames(outer({}, 5)).slice(0, 2));
class Failure extends Error {
  constructor(message) {
    super(message);
    this.name = 'Failure';
    Error.captureStackTrace(this, Failure);
  }
}
function fail() { return new Failure('no'); }
console.log(head(fail()), frames(fail())[0], fail() instanceof Error);
for (const object of [{ name: 'N', message: 'M' }, { message: 'M' }, { name: '' }, [], inner, new TypeError('t')]) {
  Error.captureStackTrace(object);
  console.log(head(object));
}
for (const limit of [0, 1, 2, -1, NaN, '2', undefined]) {
  Error.stackTraceLimit = limit;
  const captured = outer({});
  console.log(String(limit), 'stack' in captured, captured.stack === undefined || frames(captured));
}
delete Error.stackTraceLimit;
console.log(outer({}).stack);
for (const wrong of [1, undefined, null, 'x', Object.freeze({})]) {
  try { Error.captureStackTrace(wrong); } catch (error) { console.log(error.name); }
}
Error.stackTraceLimit = 10;
// The function is known by what it is: it may have no name, the name of another one, or not have been called.
const helpers = { check: null };
helpers.check = (() => function (object) { inner(object, helpers.check); })();
function user(object) { helpers.check(object); return object; }
console.log(frames(user({}))[0]);
function twice(object) { return (function twice() { return inner(object, outermost); })(); }
const outermost = twice;
(function caller() { console.log(frames(twice({}))[0]); })();
console.log(frames(outer({}, function inner() {})), frames(outer({}, inner.bind(null)))[0]);
const accessor = { get value() { return inner({}, Object.getOwnPropertyDescriptor(accessor, 'value').get); } };
(function reader() { console.log(frames(accessor.value)[0]); })();
(function maker() {
  class Late extends Error { constructor(f) { super(); Error.captureStackTrace(this, f); } }
  (function rethrower() { console.log(frames(new Late(Late))[0]); })();
})();
// Functions that only call others have no frames.
(function called() {
  console.log(frames(inner.call(null, {})).slice(0, 2), frames(inner.apply(null, [{}])).slice(0, 2));
})();
(function reflected() { console.log(frames(Reflect.apply(inner, null, [{}])).slice(0, 2)); })();
