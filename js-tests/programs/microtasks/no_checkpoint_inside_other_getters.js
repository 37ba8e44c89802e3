// args: --virtual-time
// There is no checkpoint inside JavaScript that a conversion calls, whoever called the converting function.
const target = new EventTarget();
target.addEventListener('event', () => queueMicrotask(() => console.log('microtask')));
const dispatch = label => {
  target.dispatchEvent(new Event('event'));
  console.log(label);
};
// Each handler runs in a separate task, in which the host calls a native function directly.
setTimeout(structuredClone, 0, { get member() { dispatch('member of a clone'); } });
setTimeout(Reflect.construct, 1, Event, [{ toString() { dispatch('argument'); return 'x'; } }]);
setTimeout({ [Symbol.toPrimitive]() { dispatch('text of a handler'); return 'console.log("handler")'; } }, 2);
