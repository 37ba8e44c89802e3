// args: --virtual-time
// AbortController and AbortSignal: reasons, events, timeout, any, listeners with a signal.
const c = new AbortController();
console.log(c.signal.aborted, c.signal.reason);
c.signal.onabort = e => console.log('onabort', e.type, e.isTrusted, c.signal.aborted);
c.signal.addEventListener('abort', () => console.log('once'));
const t = new EventTarget();
t.addEventListener('x', () => console.log('must not be called'), { signal: c.signal });
c.abort('because'); c.abort('again');
t.dispatchEvent(new Event('x'));
console.log(c.signal.aborted, c.signal.reason);
try { c.signal.throwIfAborted(); } catch (e) { console.log('threw', e); }
console.log(AbortSignal.abort().reason.name, AbortSignal.abort(1).reason, AbortSignal.abort(undefined).reason.name,
  AbortSignal.abort(null).reason);
const a = new AbortController(), b = new AbortController();
const ab = AbortSignal.any([a.signal, b.signal]), deep = AbortSignal.any([ab]);
const order = [];
for (const [name, signal] of Object.entries({ deep, ab, a: a.signal })) {
  signal.addEventListener('abort', () => order.push(`${name} ${a.signal.aborted} ${ab.aborted} ${deep.aborted}`));
}
a.abort('A');
console.log(order.join('; '), ab.reason, deep.reason);
console.log(AbortSignal.any([]).aborted, AbortSignal.any([a.signal]).reason);
const timeout = AbortSignal.timeout(5);
timeout.onabort = () =>
  console.log('timeout', timeout.reason.name, timeout.reason instanceof DOMException, timeout.reason.message);
for (const bad of [[], [-1], [NaN], ['x'], [Infinity]]) {
  try { AbortSignal.timeout(...bad); console.log('no exception'); } catch (e) { console.log(e.name); }
}
