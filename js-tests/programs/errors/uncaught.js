// Observable 11: uncaught exceptions are reported and the next task still runs; the exit code is 1.
setTimeout(function timer() { null.x; }, 0);
setTimeout(() => console.log('the next timer runs'), 0);
queueMicrotask(function microtask() { throw new RangeError('from a microtask'); });
new EventTarget().dispatchEvent(new Event('x'));
const target = new EventTarget();
target.addEventListener('x', () => { throw 'a string'; });
target.addEventListener('x', { handleEvent: 1 });
target.addEventListener('x', () => console.log('the next listener runs'));
target.dispatchEvent(new Event('x'));
Promise.reject(new Error('handled in the same checkpoint')).catch(() => {});
const late = Promise.reject(new Error('never handled'));
scheduler.postTask(() => { throw new DOMException('a task whose promise is not handled', 'DataError'); });
addEventListener('error', event => {
  console.log('error event:', event.message, event.filename, event.lineno, event.colno, event.error instanceof Error);
  if (event.error instanceof RangeError) event.preventDefault();
});
addEventListener('unhandledrejection', event => {
  console.log('unhandledrejection:', event.reason.message, event.promise instanceof Promise, event.cancelable);
  setTimeout(() => event.promise.catch(() => {}), 0);
});
addEventListener('rejectionhandled', event => console.log('rejectionhandled:', event.reason.message));
console.log('the script continues');
