// args: --virtual-time
// Virtual time applies to every clock, and waiting takes no real time.
console.log(new Date().toISOString(), performance.timeOrigin, performance.now());
setTimeout(() => {
  console.log(new Date().toISOString(), performance.now(), Date.now() - performance.timeOrigin);
}, 24 * 3600 * 1000);
scheduler.postTask(() => console.log('a task after 3 s', performance.now()), { delay: 3000 });
AbortSignal.timeout(2000).onabort = () => console.log('a timeout after 2 s', performance.now());
for (const delay of [1001, 1015, 4097]) setTimeout(() => console.log(delay, performance.now()), delay);
