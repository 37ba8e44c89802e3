importScripts('./library.js', 'data:text/javascript,var fromData = 2');
const problem = run => {
  try {
    return run();
  } catch (error) {
    return `${error.name}: ${error.message}`;
  }
};
postMessage([
  [name, location.pathname.split('/').pop(), location.protocol, String(location) === location.href],
  [Object.prototype.toString.call(self), self === globalThis, origin],
  [self instanceof DedicatedWorkerGlobalScope, self instanceof WorkerGlobalScope, self instanceof EventTarget],
  [typeof window, typeof document, typeof requestAnimationFrame, typeof requestIdleCallback, typeof Navigator],
  [navigator instanceof WorkerNavigator, location instanceof WorkerLocation, 'scheduler' in self],
  [Object.hasOwn(self, 'postMessage'), Object.hasOwn(self, 'setTimeout')],
  [fromLibrary, fromData],
  problem(() => importScripts('./missing.js')).replace(/ file:.*\//, ' '),
  problem(() => importScripts('http://[')),
  problem(() => importScripts('data:text/javascript,throw new RangeError("imported")')),
  problem(() => new WorkerGlobalScope()),
  performance.now(),
]);
