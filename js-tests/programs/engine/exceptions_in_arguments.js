// An exception that leaves two calls, and that a native function handles, while the arguments of a call are computed.

const inner = () => { throw new RangeError('inner'); };
const outer = () => { inner(); };
const throwers = { outer, native: () => { [1].forEach(inner); }, argument: () => { console.log(1, inner()); } };
const list = (...values) => values.length;

for (const [name, thrower] of Object.entries(throwers)) {
  const target = new EventTarget();
  target.addEventListener('event', thrower);
  const iterable = { [Symbol.iterator]: () => ({ next: thrower }) };
  const ignore = promise => { promise.catch(() => {}); return promise; };
  class Derived extends Promise {}
  addEventListener('error', event => { event.preventDefault(); }, { once: true });

  console.log(name, 'new', list(1, ignore(new Promise(thrower)), 2), list(1, new Promise(thrower).catch(() => {})));
  console.log(name, 'derived', list(1, new Derived(thrower).catch(() => {}), 2));
  console.log(name, 'all', list(1, Promise.all(iterable).catch(() => {}), 2));
  console.log(name, 'race', list(1, Promise.race(iterable).catch(() => {}), 2));
  console.log(name, 'resolve', list(1, Promise.resolve({ get then() { return thrower(); } }).catch(() => {}), 2));
  console.log(name, 'events', list(1, target.dispatchEvent(new Event('event')), 2));
  const reader = new ReadableStream({ pull: thrower }, { highWaterMark: 0 }).getReader();
  console.log(name, 'pull', list(1, reader.read().catch(() => {}), 2));
  console.log(name, 'cancel', list(1, new ReadableStream({ cancel: thrower }).cancel().catch(() => {}), 2));
}

// The reasons are right, and so are the places of what was thrown.
new Promise(outer).catch(error => console.log(String(error), error.stack.split('\n').length));
new Promise(() => { undefinedFunction(); }).catch(error => console.log(String(error)));

// What many exceptions leave on the stack does not fill it.
const count = async () => {
  let rejections = 0;
  for (let i = 0; i < 3000; i++) await Promise.resolve().then(() => inner()).catch(() => rejections++);
  return rejections;
};
count().then(console.log);
