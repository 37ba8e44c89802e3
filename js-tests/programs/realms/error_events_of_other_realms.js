// args: --test-host --virtual-time
// `onerror` of every global object gets five arguments for an ErrorEvent, whichever realm the event is from.
const other = testHost.createRealm();
other.onerror = function (...list) { console.log('there:', list.length, list[4], this === other); return true; };
onerror = function (...list) { console.log('here:', list.length, list[4], this === globalThis); return true; };
other.reportError('reportError');
testHost.evaluateInRealm(other, `setTimeout(() => { throw 'timer'; }, 1)`);
testHost.evaluateInRealm(other, `setTimeout("throw 'text'", 2)`);
testHost.evaluateInRealm(other, `setTimeout(() => queueMicrotask(() => { throw 'microtask'; }), 3)`);
setTimeout(() => {
  const event = (global, error) => new global.ErrorEvent('error', { error, cancelable: true });
  console.log('canceled:', !other.dispatchEvent(event(other, 'own event')));
  console.log('canceled:', !other.dispatchEvent(event(globalThis, 'event from here')));
  console.log('canceled:', !dispatchEvent(event(other, 'event from there')));
}, 4);
