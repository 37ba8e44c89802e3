// args: --virtual-time
// Process life: a timeout that nobody observes does not hold the program, one that somebody observes does.
AbortSignal.timeout(1e6);
const unobserved = AbortSignal.timeout(1e6);
const listener = () => {};
unobserved.addEventListener('abort', listener);
unobserved.removeEventListener('abort', listener);
const dependent = AbortSignal.any([AbortSignal.timeout(5)]);
dependent.addEventListener('abort', () => console.log('observed through any:', dependent.reason.name));
console.log('end of script');
