// META: title=Conversion of the arguments of postTask and yield
'use strict';
const f = () => {};
const wrong = {
  'no callback': () => scheduler.postTask(),
  'undefined as callback': () => scheduler.postTask(undefined),
  'null as callback': () => scheduler.postTask(null),
  'an object as callback': () => scheduler.postTask({}),
  'a string as callback': () => scheduler.postTask('f()'),
  'options that are a number': () => scheduler.postTask(f, 1),
  'options that are a string': () => scheduler.postTask(f, 'background'),
  'signal: null': () => scheduler.postTask(f, { signal: null }),
  'signal: {}': () => scheduler.postTask(f, { signal: {} }),
  'signal: a controller': () => scheduler.postTask(f, { signal: new AbortController() }),
  'signal: an EventTarget': () => scheduler.postTask(f, { signal: new EventTarget() }),
  'priority: null': () => scheduler.postTask(f, { priority: null }),
  'priority: an empty string': () => scheduler.postTask(f, { priority: '' }),
  'priority: in capitals': () => scheduler.postTask(f, { priority: 'BACKGROUND' }),
  'priority: inherit': () => scheduler.postTask(f, { priority: 'inherit' }),
  'delay: -1': () => scheduler.postTask(f, { delay: -1 }),
  'delay: NaN': () => scheduler.postTask(f, { delay: NaN }),
  'delay: text': () => scheduler.postTask(f, { delay: 'soon' }),
  'delay: Infinity': () => scheduler.postTask(f, { delay: Infinity }),
  'delay: -Infinity': () => scheduler.postTask(f, { delay: -Infinity }),
  'delay: 2**53': () => scheduler.postTask(f, { delay: 2 ** 53 }),
  'delay: a BigInt': () => scheduler.postTask(f, { delay: 1n }),
  'this: undefined': () => Scheduler.prototype.postTask.call(undefined, f),
  'this: an object': () => Scheduler.prototype.postTask.call({}, f),
  'this: the prototype': () => Scheduler.prototype.postTask(f),
  'yield: options that are a number': () => scheduler.yield(1),
  'yield: signal null': () => scheduler.yield({ signal: null }),
  'yield: signal is another string': () => scheduler.yield({ signal: 'none' }),
  'yield: signal that is an object': () => scheduler.yield({ signal: {} }),
  'yield: priority null': () => scheduler.yield({ priority: null }),
  'yield: priority is another string': () => scheduler.yield({ priority: 'high' }),
  'yield: this': () => Scheduler.prototype.yield.call({}),
};
for (const [name, call] of Object.entries(wrong)) {
  promise_test(t => promise_rejects_js(t, TypeError, call()), `rejects: ${name}`);
}

const right = {
  'no options': [], 'undefined options': [undefined], 'null options': [null], 'empty options': [{}],
  'undefined members': [{ signal: undefined, priority: undefined, delay: undefined }],
  'an array as options': [[]], 'a function as options': [() => {}],
  'delay 0': [{ delay: 0 }], 'delay -0.9': [{ delay: -0.9 }], 'delay as a string': [{ delay: '1' }],
  'delay null': [{ delay: null }], 'delay false': [{ delay: false }],
  'delay as an object': [{ delay: { valueOf: () => 1 } }],
  'priority as an object': [{ priority: { toString: () => 'background' } }],
  'inherited members': [Object.create({ priority: 'background' })],
};
for (const [name, options] of Object.entries(right)) {
  promise_test(async () => {
    assert_equals(await scheduler.postTask(() => 'ran', ...options), 'ran');
  }, `accepts: ${name}`);
}
for (const priority of ['user-blocking', 'user-visible', 'background', 'inherit', undefined]) {
  promise_test(async () => {
    assert_equals(await scheduler.yield({ priority }), undefined);
  }, `yield accepts priority ${priority}`);
}
for (const member of ['signal', 'priority', 'delay']) {
  promise_test(t => {
    return promise_rejects_exactly(t, member, scheduler.postTask(f, { get [member]() { throw member; } }));
  }, `a getter that throws rejects: ${member}`);
}
test(() => {
  const read = [];
  const options = new Proxy({}, { get(target, name) { if (typeof name === 'string') read.push(name); } });
  scheduler.postTask(f, options);
  assert_array_equals(read, ['delay', 'priority', 'signal']);
}, 'members are read in alphabetical order, once');
