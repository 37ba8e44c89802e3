// args: --test-host
// The events of a signal are created in the realm of the signal, whichever realm's method changes the signal.
const other = testHost.createRealm();
const realmOf = (object, name) =>
  object instanceof other[name] ? 'there' : object instanceof globalThis[name] ? 'here' : 'nowhere';
const listen = (label, signal) => {
  signal.onprioritychange = event => console.log(`${label}: prioritychange`, realmOf(event, 'TaskPriorityChangeEvent'),
    realmOf(event, 'Event'), event.target === signal);
  signal.onabort = event => console.log(`${label}: abort`, realmOf(event, 'Event'), event.target === signal);
};
const here = new TaskController(), there = new other.TaskController();
listen('signal here', here.signal);
listen('signal there', there.signal);
listen('dependent there of the signal here', other.TaskSignal.any([here.signal], { priority: here.signal }));
listen('dependent here of the signal there', TaskSignal.any([there.signal], { priority: there.signal }));
console.log('methods of the other realm');
other.TaskController.prototype.setPriority.call(here, 'background');
other.AbortController.prototype.abort.call(here, null);
TaskController.prototype.setPriority.call(there, 'background');
AbortController.prototype.abort.call(there, null);

console.log('methods of the same realm');
const own = new other.TaskController();
listen('signal there', own.signal);
listen('dependent here', TaskSignal.any([own.signal], { priority: own.signal }));
own.setPriority('user-blocking');
own.abort();

const timed = other.AbortSignal.timeout(1);
timed.onabort = event => console.log('timeout there:', realmOf(event, 'Event'), realmOf(timed.reason, 'DOMException'));
