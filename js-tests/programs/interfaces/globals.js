// The rest of the global scope.
console.log(self === globalThis, typeof queueMicrotask, navigator.userAgent.startsWith('posttask/'),
  performance.now() >= 0);
console.log(atob(' Y W Jj '), btoa('abc'), atob(btoa('\xff\x00')) === '\xff\x00');
for (const bad of ['a', 'a===', '%%%%']) {
  try { atob(bad); console.log('no exception'); } catch (e) { console.log(e.name, e.code); }
}
try { btoa('\u0100'); } catch (e) { console.log(e.name, e instanceof DOMException); }
console.log(structuredClone({ a: [1, new Map([[1, new Date(0)]])] }).a[1].get(1).getTime());
console.log(new URL('../b?c=d#e', 'https://example.org/x/y').href,
  new TextDecoder().decode(new TextEncoder().encode('é€')));
console.log(Object.prototype.toString.call(globalThis),
  Object.getPrototypeOf(EventTarget.prototype) === Object.prototype, globalThis instanceof EventTarget);
console.error('to stderr'); console.warn('also to stderr');
console.group('group'); console.log('indented\nboth lines'); console.groupEnd(); console.log('not indented');
