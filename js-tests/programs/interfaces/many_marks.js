// args: --virtual-time
// Marks are found, measured and cleared by name. The cost of an operation must not depend on the number of marks.
const n = 20000;
for (let i = 0; i < n; i++) performance.mark(`mark ${i}`, { startTime: i });
performance.mark('mark 7', { startTime: n });
let found = 0, spanned = 0;
for (let i = 0; i < n; i++) {
  spanned += performance.measure(`measure ${i}`, { start: `mark ${i}`, duration: 1 }).startTime;
  found += performance.getEntriesByName(`mark ${i}`, 'mark').length;
  found += performance.getEntriesByName(`measure ${i}`).length;
}
console.log('found by name:', found - 2 * n - 1, 'too many');
console.log('start times:', spanned - (n * (n - 1) / 2) - (n - 7), 'too late');
const all = performance.getEntries();
console.log('all:', all.length, all.every((entry, i) => i === 0 || all[i - 1].startTime <= entry.startTime));
console.log('of one start time:', all.filter(entry => entry.startTime === n).map(entry => entry.name).join());
for (let i = 1; i < n; i++) performance.clearMarks(`mark ${i}`);
console.log('left:', performance.getEntriesByType('mark').map(entry => entry.name).join());
for (let i = 0; i < n - 1; i++) performance.clearMeasures(`measure ${i}`);
console.log('left:', performance.getEntries().map(entry => entry.name).join());
performance.clearMarks();
performance.clearMeasures();
console.log('left:', performance.getEntries().length);
