// args: --virtual-time
// `rejectionhandled` is fired for promises that were reported and are handled later, after the event itself.
const later = Promise.reject('handled later');
const inside = Promise.reject('handled inside the event');
const unseen = Promise.reject('handled before the event');
onunhandledrejection = event => {
  console.log('unhandledrejection:', event.reason);
  event.preventDefault();
  if (event.promise === inside) inside.catch(() => console.log('caught inside the event'));
};
onrejectionhandled = event => console.log('rejectionhandled:', event.reason, event.cancelable);
queueMicrotask(() => unseen.catch(() => {}));
setTimeout(() => {
  console.log('timer');
  later.catch(() => console.log('caught later'));
  inside.then(undefined, () => console.log('caught once more'));
  unseen.catch(() => {});
}, 10);
setTimeout(() => {
  console.log('second timer');
  later.catch(() => {});
}, 20);
