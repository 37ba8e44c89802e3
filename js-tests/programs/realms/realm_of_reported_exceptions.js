// args: --test-host --virtual-time
// An exception of a callback is reported to the global object of the callback's realm, not of the caller's realm.
const other = testHost.createRealm();
onerror = (message, file, line, column, error) => { console.log('here:', error); return true; };
other.onerror = (message, file, line, column, error) => { console.log('there:', error); return true; };
const thrower = text => testHost.evaluateInRealm(other, `(function () { throw '${text}, by a function from there'; })`);
const here = text => () => { throw `${text}, by a function from here`; };

const steps = [
  () => setTimeout(thrower('timeout here')),
  () => other.setTimeout(here('timeout there')),
  () => { const id = setInterval(thrower('interval')); setTimeout(() => clearInterval(id)); },
  () => setTimeout.call(other, `throw 'text for a timeout there'`),
  () => other.setTimeout(`throw 'text for a timeout there, again'`),
  () => queueMicrotask(thrower('microtask here')),
  () => other.queueMicrotask(here('microtask there')),
  () => requestIdleCallback(thrower('idle callback here')),
  () => other.requestIdleCallback(here('idle callback there')),
  () => {
    const target = new EventTarget();
    target.addEventListener('type', thrower('target here'));
    target.addEventListener('type', here('target here'));
    const object = testHost.evaluateInRealm(other, `({ handleEvent() { throw 'an object from there'; } })`);
    target.addEventListener('type', object);
    target.dispatchEvent(new Event('type'));
  },
  () => {
    const target = new other.EventTarget();
    target.addEventListener('type', here('target there'));
    target.addEventListener('type', { handleEvent: here('target there, an object') });
    target.dispatchEvent(new other.Event('type'));
  },
  () => {
    const controller = new other.AbortController();
    controller.signal.onabort = here('signal there');
    controller.abort();
  },
  () => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = thrower('port here');
    port1.addEventListener('message', () => port1.close());
    port2.postMessage(null);
  },
  () => {
    const observer = new PerformanceObserver(thrower('observer here'));
    observer.observe({ type: 'mark' });
    performance.mark('mark');
    setTimeout(() => observer.disconnect());
  },
  () => reportError('reportError here'),
  () => other.reportError('reportError there'),
  () => reportError.call(other, 'reportError here, called on the global there'),
];
(function next() {
  const step = steps.shift();
  if (!step) return;
  step();
  requestIdleCallback(() => setTimeout(next, 20));
})();
