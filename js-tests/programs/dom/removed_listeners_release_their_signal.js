// args: --timeout 1s
// A removed listener no longer needs its signal: this program ends at once, not when the signals time out.
const target = new EventTarget();
const listener = () => console.log('listener');
target.addEventListener('removed', listener, { signal: AbortSignal.timeout(3000) });
target.removeEventListener('removed', listener);
target.addEventListener('removed with capture', listener, { capture: true, signal: AbortSignal.timeout(3000) });
target.removeEventListener('removed with capture', listener, true);
target.addEventListener('once', listener, { once: true, signal: AbortSignal.timeout(3000) });
target.dispatchEvent(new Event('once'));
target.addEventListener('once by the host', listener, { once: true, signal: AbortSignal.timeout(3000) });
setTimeout(() => target.dispatchEvent(new Event('once by the host')), 0);
// Adding the same listener again has no effect, and its signal is not used.
target.addEventListener('twice', listener);
target.addEventListener('twice', listener, { signal: AbortSignal.timeout(3000) });
// A signal that depends on two signals.
const controller = new AbortController();
target.addEventListener('any', listener, { signal: AbortSignal.any([controller.signal, AbortSignal.timeout(3000)]) });
target.removeEventListener('any', listener);
target.addEventListener('gone', listener, { signal: AbortSignal.timeout(3000) });
target.removeEventListener('gone', listener);
console.log('end of the script');
