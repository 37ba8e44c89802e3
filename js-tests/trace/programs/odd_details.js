// Details with cycles, and times that no clock reaches.
const cyclic = { name: 'cyclic', list: [undefined, 1] };
for (let i = 0; i < 3; i++) cyclic[`k${i}`] = cyclic;
performance.mark('cyclic', { detail: cyclic });
let shared = ['x'];
for (let i = 0; i < 30; i++) shared = [shared, shared];
performance.mark('shared', { detail: shared });
performance.measure('huge', { start: 1, duration: 1e30 });
console.timeStamp('stamp', -5, 1e30, 7, 8, 9, { properties: [['a', undefined]] });
requestIdleCallback(() => {}, { timeout: 5 });
scheduler.postTask(function late() {}, { delay: 5 });
for (const end = performance.now() + 20; performance.now() < end;);
