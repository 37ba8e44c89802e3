// The engine calls all of these functions `<main>`.
class Queue {
  static #tasks = [];
  constructor(fail) { if (fail) throw new Error('in a constructor'); }
  run() { this.#next(); }
  #next() { throw new Error('in a private method'); }
  static create() { throw new Error('in a static method'); }
  get size() { throw new Error('in a getter'); }
  field = () => { throw new Error('in a field'); };
  async later() { await null; throw new Error('in an async method'); }
  *[Symbol.iterator]() { throw new Error('in a generator'); }
}
const queue = new Queue();
const object = { nested: { method() { throw new Error('in a nested method'); } } };
const calls = [
  () => queue.run(), () => Queue.create(), () => queue.size, () => queue.field(), () => new Queue(true),
  () => [...queue], () => object.nested.method(), () => [1].map(() => { throw new Error('in a callback'); }),
  function () { throw new Error('in a function without a name'); },
];
for (const call of calls) {
  try {
    call();
  } catch (error) {
    const lines = error.stack.split('\n').slice(0, 4);
    console.log(...lines);
  }
}
await queue.later().catch(error => console.log(error.stack.split('\n')[1].trim()));
