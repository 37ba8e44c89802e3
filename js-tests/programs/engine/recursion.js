// Ten thousand nested calls work. Endless recursion is a RangeError, and the next task runs.
const depth = n => n === 0 ? 0 : 1 + depth(n - 1);
console.log(depth(10000));
const through = n => n === 0 ? 0 : 1 + [n].map(() => through(n - 1))[0];
console.log(through(3000));
setTimeout(function forever() { forever(); }, 0);
setTimeout(function throughNative() { [1].forEach(throughNative); }, 0);
setTimeout(() => console.log('still here'), 0);
scheduler.postTask(function task() { task(); }).catch(e => console.log(e instanceof RangeError, e.message));
const t = new EventTarget();
t.addEventListener('x', () => t.dispatchEvent(new Event('x')));
t.dispatchEvent(new Event('x'));
console.log('end');
