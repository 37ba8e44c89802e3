// args: --test-host --virtual-time
// An exception of a callback is reported to the global of the callback's realm, not of the one that called it.
const other = testHost.createRealm();
onerror = (message, file, line, column, error) => { console.log('here:', error); return true; };
other.onerror = (message, file, line, column, error) => { console.log('there:', error); return true; };
const thrower = text => testHost.evaluateInRealm(other, `(function () { throw '${text}, by a function from there'; })`);
const here = text => () => { throw `${text}, by a function from here`; };

const steps = [
  () => setTimeout(thrower('timeout of here')),
  () => other.setTimeout(here('timeout of there')),
  () => { const id = setInterval(thrower('interval')); setTimeout(() => clearInterval(id)); },
  () => setTimeout.call(other, `throw 'text for a timeout of there'`),
  () => other.setTimeout(`throw 'text for a timeout of there, once more'`),
  () => queueMicrotask(thrower('microtask of here')),
  () => other.queueMicrotask(here('microtask of there')),
  () => requestIdleCallback(thrower('idle callback of here')),
  () => other.requestIdleCallback(here('idle callback of there')),
  () => {
    const target = new EventTarget();
    target.addEventListener('type', thrower('target of here'));
    target.addEventListener('type', here('target of here'));
    const object = testHost.evaluateInRealm(other, `({ handleEvent() { throw 'an object from there'; } })`);
    target.addEventListener('type', object);
    target.dispatchEvent(new Event('type'));
  },
  () => {
    const target = new other.EventTarget();
    target.addEventListener('type', here('target of there'));
    target.addEventListener('type', { handleEvent: here('target of there, an object') });
    target.dispatchEvent(new other.Event('type'));
  },
  () => {
    const controller = new other.AbortController();
    controller.signal.onabort = here('signal of there');
    controller.abort();
  },
  () => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = thrower('port of here');
    port1.addEventListener('message', () => port1.close());
    port2.postMessage(null);
  },
  () => {
    const observer = new PerformanceObserver(thrower('observer of here'));
    observer.observe({ type: 'mark' });
    performance.mark('mark');
    setTimeout(() => observer.disconnect());
  },
  () => reportError('reportError of here'),
  () => other.reportError('reportError of there'),
  () => reportError.call(other, 'reportError of here, called on the global of there'),
];
(function next() {
  const step = steps.shift();
  if (!step) return;
  step();
  requestIdleCallback(() => setTimeout(next, 20));
})();
