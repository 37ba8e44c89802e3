// Shows: result-before-microtasks
// chromium: microtask 1, microtask 2, microtask 3, result
// firefox: microtask 1, microtask 2, microtask 3, result
// polyfill: microtask 1, result, microtask 2, microtask 3

scheduler.postTask(() => {
  Promise.resolve().then(() => log('microtask 1')).then(() => log('microtask 2')).then(() => log('microtask 3'));
}).then(() => log('result'));
