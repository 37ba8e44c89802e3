// Observable 3: lengths, names, enumerability, and the attribute of the global object.
console.log(scheduler.postTask.length, scheduler.yield.length, TaskController.length,
  TaskController.prototype.setPriority.length, TaskSignal.any.length, TaskPriorityChangeEvent.length);
console.log(Object.keys(Scheduler.prototype).join());
for (const c of [Scheduler, TaskController, TaskSignal, TaskPriorityChangeEvent, AbortSignal, EventTarget, Event]) {
  console.log(c.name, c.prototype[Symbol.toStringTag], Object.getPrototypeOf(c).name || 'Function.prototype',
    Object.keys(c.prototype).join());
}
const { get, set, enumerable, configurable } = Object.getOwnPropertyDescriptor(globalThis, 'scheduler');
console.log(get.name, set.name, enumerable, configurable, scheduler === scheduler, String(scheduler));
const old = scheduler;
scheduler = 'replaced';
console.log(scheduler, JSON.stringify(Object.getOwnPropertyDescriptor(globalThis, 'scheduler')),
  get.call(globalThis) === old);
const { writable, enumerable: e2, configurable: c2 } = Object.getOwnPropertyDescriptor(globalThis, 'TaskController');
console.log(writable, e2, c2);
class Mine extends EventTarget { constructor() { super(); this.own = 1; } hello() { return 'hello'; } }
const mine = new Mine();
mine.addEventListener('x', e =>
  console.log('Mine got', e.type, e.target === mine, mine.hello(), mine.own, e.isTrusted));
mine.dispatchEvent(new Event('x'));
class Controller extends TaskController {}
const controller = new Controller({ priority: 'background' });
console.log(controller instanceof Controller, controller instanceof TaskController, controller.signal.priority,
  Object.prototype.toString.call(controller.signal));
