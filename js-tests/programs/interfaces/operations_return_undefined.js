// args: --virtual-time
// Operations and setters without a result return undefined, not null.
const event = new Event('x');
const controller = new TaskController();
const { port1, port2 } = new MessageChannel();
const broadcast = new BroadcastChannel('x');
const observer = new PerformanceObserver(() => {});
const set = (object, name) =>
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(object), name).set.call(object, null);
const setGlobal = (name) => Object.getOwnPropertyDescriptor(globalThis, name).set.call(globalThis, null);
const results = {
  stopPropagation: event.stopPropagation(),
  stopImmediatePropagation: event.stopImmediatePropagation(),
  preventDefault: event.preventDefault(),
  initEvent: event.initEvent('y'),
  initCustomEvent: new CustomEvent('x').initCustomEvent('y'),
  initMessageEvent: new MessageEvent('x').initMessageEvent('y'),
  cancelBubble: set(event, 'cancelBubble'),
  returnValue: set(event, 'returnValue'),
  addEventListener: new EventTarget().addEventListener('x', null),
  removeEventListener: new EventTarget().removeEventListener('x', null),
  throwIfAborted: controller.signal.throwIfAborted(),
  onabort: Object.getOwnPropertyDescriptor(AbortSignal.prototype, 'onabort').set.call(controller.signal, null),
  setPriority: controller.setPriority('background'),
  abort: controller.abort(),
  postMessage: port1.postMessage(1),
  start: port2.start(),
  onmessage: set(port2, 'onmessage'),
  close: port1.close(),
  broadcast: broadcast.postMessage(1),
  closeBroadcast: broadcast.close(),
  observe: observer.observe({ type: 'mark' }),
  disconnect: observer.disconnect(),
  clearMarks: performance.clearMarks(),
  clearMeasures: performance.clearMeasures(),
  queueMicrotask: queueMicrotask(() => {}),
  reportError: (onerror = () => true, reportError(1)),
  clearTimeout: clearTimeout(1),
  cancelIdleCallback: cancelIdleCallback(1),
  onunhandledrejection: setGlobal('onunhandledrejection'),
  scheduler: setGlobal('scheduler'),
};
console.log(Object.keys(results).length, Object.entries(results).filter(([, result]) => result !== undefined));
