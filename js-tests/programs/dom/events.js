// EventTarget and Event.
const t = new EventTarget(), log = [];
const on = (name, options) => {
  const f = e => log.push(`${name}${e.eventPhase}`);
  t.addEventListener('x', f, options);
  return f;
};
on('bubble'); on('capture', true); on('once', { once: true });
const gone = on('gone'); t.removeEventListener('x', gone);
const twice = on('twice'); t.addEventListener('x', twice); t.addEventListener('x', twice, { capture: true });
t.addEventListener('x', { handleEvent(e) { log.push('object ' + (this !== t)); } });
t.addEventListener('x', null); t.removeEventListener('y', null);
console.log(t.dispatchEvent(new Event('x')), log.join()); log.length = 0;
console.log(t.dispatchEvent(new Event('x')), log.join()); log.length = 0;
const u = new EventTarget();
const later = () => log.push('removed while dispatching');
u.addEventListener('x', e => {
  u.removeEventListener('x', later);
  u.addEventListener('x', () => log.push('added while dispatching'));
  log.push('first');
});
u.addEventListener('x', later);
u.dispatchEvent(new Event('x')); console.log(log.join()); log.length = 0;
const v = new EventTarget();
v.addEventListener('x', e => e.preventDefault(), { passive: true });
const cancelable = new Event('x', { cancelable: true });
console.log(v.dispatchEvent(cancelable), cancelable.defaultPrevented);
v.addEventListener('x', e => { e.preventDefault(); e.stopImmediatePropagation(); });
v.addEventListener('x', () => log.push('must not be called'));
console.log(v.dispatchEvent(cancelable), cancelable.defaultPrevented, cancelable.returnValue,
  cancelable.composedPath().length, log.length);
const again = new EventTarget();
again.addEventListener('x', e => {
  try { again.dispatchEvent(e); } catch (error) { console.log(error.name, error.code); }
});
again.dispatchEvent(new Event('x'));
const custom = new CustomEvent('c', { detail: { a: 1 }, bubbles: true });
console.log(custom.detail.a, custom.bubbles, custom.type, custom instanceof Event, new CustomEvent('c').detail,
  String(custom));
for (const bad of [
  () => new Event(), () => Event('x'), () => t.dispatchEvent({}), () => t.addEventListener('x'),
  () => t.addEventListener('x', 1), () => t.addEventListener('x', () => {}, { signal: null }),
]) {
  try { bad(); console.log('no exception'); } catch (e) { console.log(e.name, '-', e.message); }
}
const own = Object.getOwnPropertyDescriptor(custom, 'isTrusted');
console.log(own.configurable, own.enumerable, typeof own.get, own.set);
console.log(new DOMException('m', 'AbortError').code, DOMException.ABORT_ERR, DOMException.prototype.DATA_CLONE_ERR,
  new DOMException('m') + '', new DOMException().name, new DOMException('m') instanceof Error,
  typeof new DOMException('m').stack);
addEventListener('mine', function (e) { console.log('global', this === globalThis, e.target === self); });
dispatchEvent(new Event('mine'));
