// args: --test-host --virtual-time
// `onerror` of every global gets five arguments for an ErrorEvent, whichever realm the event is from.
const other = testHost.createRealm();
other.onerror = function (...list) { console.log('there:', list.length, list[4], this === other); return true; };
onerror = function (...list) { console.log('here:', list.length, list[4], this === globalThis); return true; };
other.reportError('reportError');
testHost.evaluateInRealm(other, `setTimeout(() => { throw 'timer'; }, 1)`);
testHost.evaluateInRealm(other, `setTimeout("throw 'text'", 2)`);
testHost.evaluateInRealm(other, `setTimeout(() => queueMicrotask(() => { throw 'microtask'; }), 3)`);
setTimeout(() => {
  console.log('canceled:', !other.dispatchEvent(new other.ErrorEvent('error', { error: 'own event', cancelable: true })));
  console.log('canceled:', !other.dispatchEvent(new ErrorEvent('error', { error: 'event from here', cancelable: true })));
  console.log('canceled:', !dispatchEvent(new other.ErrorEvent('error', { error: 'event from there', cancelable: true })));
}, 4);
