// args: --virtual-time
// No checkpoint comes inside JavaScript that conversions call, whoever called the function that converts.
const target = new EventTarget();
target.addEventListener('event', () => queueMicrotask(() => console.log('microtask')));
const dispatch = label => {
  target.dispatchEvent(new Event('event'));
  console.log(label);
};
// Each is a task of its own, and the host calls native functions without JavaScript in between.
setTimeout(structuredClone, 0, { get member() { dispatch('member of a clone'); } });
setTimeout(Reflect.construct, 1, Event, [{ toString() { dispatch('argument'); return 'x'; } }]);
setTimeout({ [Symbol.toPrimitive]() { dispatch('text of a handler'); return 'console.log("handler")'; } }, 2);
