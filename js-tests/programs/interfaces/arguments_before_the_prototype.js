// Constructors convert their arguments first, then read `newTarget.prototype` to create the object.
let log = [];
const newTarget = new Proxy(function () {}, {
  get(target, key, receiver) {
    if (key === 'prototype') log.push('prototype');
    return Reflect.get(target, key, receiver);
  },
});
const text = (label, value = 'x') => ({ toString() { log.push(label); return value; } });
const dictionary = (...members) => {
  const object = {};
  for (const [name, value] of members) Object.defineProperty(object, name, { get() { log.push(name); return value; } });
  return object;
};
const construct = (constructor, ...parameters) => {
  log = [];
  let result = 'made';
  let object;
  try { object = Reflect.construct(constructor, parameters, newTarget); } catch (error) { result = error.name; }
  console.log(`${constructor.name}:`, log.join(', ') || 'nothing', '-', result);
  if (constructor === BroadcastChannel && object) constructor.prototype.close.call(object);
};
construct(Event, text('argument'), dictionary(['bubbles', true], ['cancelable', true], ['composed', true]));
construct(CustomEvent, text('argument'), dictionary(['detail', 1]));
construct(ErrorEvent, text('argument'), dictionary(['message', text('text of the message')]));
construct(MessageEvent, text('argument'), dictionary(['data', 1], ['origin', text('text of the origin')]));
construct(PromiseRejectionEvent, text('argument'), dictionary(['promise', Promise.resolve()], ['reason', 1]));
construct(TaskPriorityChangeEvent, text('argument'),
  dictionary(['previousPriority', text('text of the priority', 'background')]));
construct(EventTarget);
construct(AbortController);
construct(TaskController, dictionary(['priority', text('text of the priority', 'background')]));
construct(TaskController);
construct(MessageChannel);
construct(BroadcastChannel, text('argument'));
construct(PerformanceMark, text('argument'), dictionary(['detail', null], ['startTime', 1]));
construct(PerformanceObserver, () => {});
construct(DOMException, text('argument'), text('name', 'DataError'));
construct(TextDecoder, text('argument', 'utf-8'), dictionary(['fatal', true], ['ignoreBOM', true]));
construct(TextEncoder);

console.log('wrong arguments: the prototype is not read');
construct(Event);
construct(Event, Symbol());
construct(Event, 'x', 1);
construct(CustomEvent);
construct(MessageEvent);
construct(TaskController, { priority: 'wrong' });
construct(TaskController, 1);
construct(TaskPriorityChangeEvent, 'x', {});
construct(BroadcastChannel);
construct(PerformanceMark);
construct(PerformanceObserver);
construct(PerformanceObserver, 1);
construct(DOMException, Symbol());
construct(TextDecoder, Symbol());
construct(TextDecoder, 'utf-8', 1);

console.log('the steps of the constructor run after the object is created');
construct(PerformanceMark, 'x', { startTime: -1 });
construct(PerformanceMark, 'x', { detail: () => {} });
construct(TextDecoder, 'unknown');
construct(Headers, { a: text('header') });
construct(Request, text('argument', 'data:,'),
  dictionary(['headers', { a: text('header') }], ['method', 'TRACE']));
construct(Response, text('argument'), dictionary(['headers', { a: text('header') }], ['status', 1]));
construct(Blob, [text('argument')], dictionary(['type', text('type')]));
