// args: --test-host --virtual-time
// `rejectionhandled` is fired at the global for which the rejection was reported, whichever realm `then` is from.
const other = testHost.createRealm();
for (const [name, global] of Object.entries({ here: globalThis, there: other })) {
  global.addEventListener('unhandledrejection', event => {
    console.log(name, 'unhandled', event.reason);
    event.preventDefault();
  });
  global.addEventListener('rejectionhandled', event => console.log(name, 'handled', event.reason));
}
const promises = [Promise.reject(1), testHost.evaluateInRealm(other, 'Promise.reject(2)')];
setTimeout(() => {
  other.Promise.prototype.then.call(promises[0], null, () => {});
  Promise.prototype.then.call(promises[1], null, () => {});
}, 5);
