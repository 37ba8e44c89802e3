// Observable 11: a rejection that is handled in time, or whose event is canceled, is silent: exit code 0.
const p = Promise.reject(1);
queueMicrotask(() => queueMicrotask(() => p.catch(() => {})));
onunhandledrejection = event => { console.log('canceled', event.reason); return false; };
Promise.reject(2);
onerror = (message, file, line, column, error) => { console.log('onerror', message, line, column, error); return true; };
throw 3;
