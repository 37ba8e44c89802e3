// A module that awaits at its top level, and a nested chain of tasks.
await scheduler.postTask(function outer() {
  return scheduler.postTask(function inner() { return new Promise(resolve => setTimeout(resolve, 30)); });
});
performance.mark('ready', { detail: { devtools: { dataType: 'marker', color: 'primary' } } });
performance.measure('all', {
  start: 0,
  detail: {
    devtools: { dataType: 'track-entry', track: 'mine', trackGroup: 'program', color: 'tertiary' },
    odd: [1, , 'ü"\\'],
  },
});
console.timeStamp('start');
console.timeStamp('span', 'start', performance.now() + 2, 'stamps', 'program', 'secondary');
queueMicrotask(function micro() { throw new TypeError('in a microtask <script>\n"quoted"'); });
Promise.reject(new Error('not handled'));
