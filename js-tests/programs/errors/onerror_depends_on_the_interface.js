// `onerror` of the global object gets five arguments for an ErrorEvent, read from its internal slots, and one argument
// for every other event.
const text = value => value instanceof Event ? `(${value.constructor.name})` : String(value);
const show = list => list.map(text).join(' | ');
const fire = event => { const kept = dispatchEvent(event); console.log('  kept:', kept, event.defaultPrevented); };
let answer;
onerror = function (...list) { console.log(`${list.length}: ${show(list)}`); return answer; };

console.log('not an ErrorEvent, whatever it looks like');
fire(Object.assign(new Event('error'), { lineno: 1, message: 'x', filename: 'y', colno: 2, error: 3 }));
fire(Object.setPrototypeOf(new Event('error'), ErrorEvent.prototype));
fire(new CustomEvent('error', { detail: 1 }));

console.log('an ErrorEvent, whatever it looks like');
const init = { message: 'message', filename: 'file', lineno: 1, colno: 2, error: 'error', cancelable: true };
fire(new ErrorEvent('error', init));
fire(new ErrorEvent('error', { error: null }));
const own = new ErrorEvent('error', init);
for (const name of ['message', 'filename', 'lineno', 'colno', 'error']) {
  Object.defineProperty(own, name, { get() { console.log('an own getter ran'); return 'own'; } });
}
fire(own);
fire(Object.setPrototypeOf(new ErrorEvent('error', init), Event.prototype));
const original = Object.getOwnPropertyDescriptors(ErrorEvent.prototype);
for (const name of ['message', 'filename', 'lineno', 'colno', 'error']) {
  const get = () => { console.log('a patched getter ran'); return 'patched'; };
  Object.defineProperty(ErrorEvent.prototype, name, { get });
}
fire(new ErrorEvent('error', init));
Object.defineProperties(ErrorEvent.prototype, original);
fire(new (class extends ErrorEvent {})('error', init));

console.log('true cancels an ErrorEvent, false cancels any other event');
for (answer of [true, false, undefined, null, 1, 'text']) {
  console.log(`${answer}:`);
  fire(new ErrorEvent('error', { cancelable: true, message: 'm', error: null }));
  fire(new Event('error', { cancelable: true }));
}
answer = true;
fire(new ErrorEvent('error', { message: 'not cancelable', error: null }));

console.log('other types and other targets');
answer = undefined;
addEventListener('other', onerror);
fire(new ErrorEvent('other', init));
const { port1 } = new MessageChannel();
port1.addEventListener('error', onerror);
console.log('  kept:', port1.dispatchEvent(new ErrorEvent('error', init)));
