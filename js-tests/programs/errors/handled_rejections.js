// Observable 11: a rejection that is handled in time, or whose event is canceled, is not reported: exit code 0.
const p = Promise.reject(1);
queueMicrotask(() => queueMicrotask(() => p.catch(() => {})));
onunhandledrejection = event => { console.log('canceled', event.reason); return false; };
Promise.reject(2);
onerror = (message, file, line, col, error) => { console.log('onerror', message, line, col, error); return true; };
throw 3;
