// args: --virtual-time
// A timeout signal keeps the process alive only if it, or a signal that depends on it, has a listener.
AbortSignal.timeout(1e6);
const unobserved = AbortSignal.timeout(1e6);
const listener = () => {};
unobserved.addEventListener('abort', listener);
unobserved.removeEventListener('abort', listener);
const dependent = AbortSignal.any([AbortSignal.timeout(5)]);
dependent.addEventListener('abort', () => console.log('observed through any:', dependent.reason.name));
console.log('end of script');
