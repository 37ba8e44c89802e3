// args: --test-host
// If `newTarget.prototype` is not an object, the interface prototype object comes from the realm of newTarget.
const other = testHost.createRealm();
const constructor = testHost.evaluateInRealm(other, `(function () { function f() {} f.prototype = 1; return f; })()`);
const newTargets = {
  'a function': constructor,
  'bound there': constructor.bind(),
  'bound here': Function.prototype.bind.call(constructor),
  'a proxy from here': new Proxy(constructor, {}),
  'a proxy from there': new other.Proxy(constructor, {}),
  'a proxy of a bound function': new Proxy(Function.prototype.bind.call(constructor), {}),
};
const list = {
  EventTarget: [], Event: ['x'], CustomEvent: ['x'], ErrorEvent: ['x'], MessageEvent: ['x'],
  TaskPriorityChangeEvent: ['x', { previousPriority: 'background' }], AbortController: [], TaskController: [],
  DOMException: [], MessageChannel: [], PerformanceMark: ['x'], PerformanceObserver: [() => {}],
  TextDecoder: [], TextEncoder: [],
};
for (const [name, newTarget] of Object.entries(newTargets)) {
  const wrong = Object.entries(list).filter(([name, parameters]) =>
    Object.getPrototypeOf(Reflect.construct(globalThis[name], parameters, newTarget)) !== other[name].prototype);
  console.log(`${name}:`, wrong.length === 0 || wrong.map(([name]) => name).join());
}
const channel = Reflect.construct(BroadcastChannel, ['x'], constructor);
console.log('BroadcastChannel:', Object.getPrototypeOf(channel) === other.BroadcastChannel.prototype);
BroadcastChannel.prototype.close.call(channel);

const ownConstructor = function () {};
ownConstructor.prototype = null;
const here = Reflect.construct(other.EventTarget, [], ownConstructor);
console.log('the other way:', Object.getPrototypeOf(here) === EventTarget.prototype);

// A proxy that is revoked while its `prototype` is read no longer has a realm.
const { proxy, revoke } = Proxy.revocable(function () {}, { get() { revoke(); return 1; } });
try {
  Reflect.construct(EventTarget, [], proxy);
} catch (error) {
  console.log('revoked:', error instanceof TypeError);
}
