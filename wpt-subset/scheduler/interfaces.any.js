// META: title=The properties of the interfaces
'use strict';
const shapes = {
  Scheduler: { parent: Function.prototype, length: 0, members: ['postTask', 'yield'] },
  TaskController: { parent: AbortController, length: 0, members: ['setPriority'] },
  TaskSignal: { parent: AbortSignal, length: 0, members: ['priority', 'onprioritychange'] },
  TaskPriorityChangeEvent: { parent: Event, length: 2, members: ['previousPriority'] },
};
for (const [name, { parent, length, members }] of Object.entries(shapes)) {
  const object = self[name];
  test(() => {
    const { writable, enumerable, configurable } = Object.getOwnPropertyDescriptor(self, name);
    assert_true(writable && configurable && !enumerable);
  }, `${name}: property of the global object`);
  test(() => assert_equals(Object.getPrototypeOf(object), parent), `${name}: prototype of the interface object`);
  test(() => {
    const expected = parent === Function.prototype ? Object.prototype : parent.prototype;
    assert_equals(Object.getPrototypeOf(object.prototype), expected);
  }, `${name}: prototype of the prototype`);
  test(() => { assert_equals(object.length, length); assert_equals(object.name, name); }, `${name}: length and name`);
  test(() => assert_array_equals(Object.keys(object.prototype), members), `${name}: enumerable members`);
  test(() => assert_equals(object.prototype[Symbol.toStringTag], name), `${name}: Symbol.toStringTag`);
  test(() => assert_equals(object.prototype.constructor, object), `${name}: constructor`);
  test(() => {
    assert_false(Object.getOwnPropertyDescriptor(object, 'prototype').writable);
  }, `${name}: prototype is read-only`);
  test(() => assert_throws_js(TypeError, () => object()), `${name}: cannot be called`);
  for (const member of members) {
    const descriptor = Object.getOwnPropertyDescriptor(object.prototype, member);
    test(() => {
      assert_true(descriptor.enumerable && descriptor.configurable);
    }, `${name}.${member}: enumerable and configurable`);
    if (descriptor.get) {
      test(() => {
        assert_throws_js(TypeError, () => descriptor.get.call({}));
      }, `${name}.${member}: the getter checks this`);
      test(() => assert_equals(descriptor.get.name, `get ${member}`), `${name}.${member}: the name of the getter`);
    } else {
      test(() => assert_equals(descriptor.value.name, member), `${name}.${member}: the name of the operation`);
    }
  }
}
const lengths = {
  postTask: [Scheduler.prototype.postTask, 1],
  yield: [Scheduler.prototype.yield, 0],
  setPriority: [TaskController.prototype.setPriority, 1],
  any: [TaskSignal.any, 1],
};
for (const [name, [f, length]] of Object.entries(lengths)) {
  test(() => assert_equals(f.length, length), `length of ${name}`);
}
for (const name of ['Scheduler', 'TaskSignal']) {
  test(() => assert_throws_js(TypeError, () => new self[name]()), `new ${name}() throws`);
}
test(() => {
  const owner = GLOBAL.isWorker() ? WorkerGlobalScope.prototype : self;
  const { get, set, enumerable, configurable } = Object.getOwnPropertyDescriptor(owner, 'scheduler');
  assert_true(enumerable && configurable);
  assert_equals(get.call(self), scheduler);
  assert_equals(get.call(undefined), scheduler);
  assert_throws_js(TypeError, () => get.call({}));
  set.call(self, 'replaced');
  assert_equals(self.scheduler, 'replaced');
  assert_not_equals(get.call(self), 'replaced');
  delete self.scheduler;
}, 'scheduler is replaceable');
for (const priority of ['user-blocking', 'user-visible', 'background']) {
  test(() => {
    assert_equals(new TaskController({ priority }).signal.priority, priority);
  }, `new TaskController({ priority: '${priority}' })`);
  test(() => {
    const event = new TaskPriorityChangeEvent('x', { previousPriority: priority, bubbles: true });
    assert_equals(event.previousPriority, priority);
    assert_true(event.bubbles);
    assert_false(event.isTrusted);
  }, `new TaskPriorityChangeEvent('x', { previousPriority: '${priority}' })`);
}
for (const [name, make] of Object.entries({
  'an invalid priority': () => new TaskController({ priority: 'x' }),
  'priority null': () => new TaskController({ priority: null }),
  'options that are a number': () => new TaskController(1),
  'no argument': () => new TaskPriorityChangeEvent(),
  'no dictionary': () => new TaskPriorityChangeEvent('x'),
  'an empty dictionary': () => new TaskPriorityChangeEvent('x', {}),
  'an invalid previousPriority': () => new TaskPriorityChangeEvent('x', { previousPriority: 'x' }),
})) test(() => assert_throws_js(TypeError, make), `a constructor throws: ${name}`);
test(() => {
  const controller = new TaskController();
  assert_equals(controller.signal.priority, 'user-visible');
  assert_equals(controller.signal, controller.signal);
  assert_true(controller instanceof AbortController);
  assert_class_string(controller, 'TaskController');
  assert_class_string(controller.signal, 'TaskSignal');
}, 'new TaskController()');
test(() => {
  class Mine extends TaskController { constructor() { super({ priority: 'background' }); } hello() { return 'hello'; } }
  const mine = new Mine();
  assert_true(mine instanceof Mine);
  assert_equals(mine.hello(), 'hello');
  assert_equals(mine.signal.priority, 'background');
  mine.setPriority('user-blocking');
  assert_equals(mine.signal.priority, 'user-blocking');
}, 'TaskController can be subclassed');
