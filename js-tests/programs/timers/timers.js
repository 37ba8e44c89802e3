// args: --virtual-time
// setTimeout and setInterval: arguments, this, strings, ids, the clamp of nested timers, order.
setTimeout(function (...args) { console.log('arguments', args.join(), this === globalThis); }, 1, 'a', 'b', 3);
setTimeout('console.log("a string", typeof performance)', 2);
setTimeout({ toString: () => 'console.log("an object that is a string")' }, 3);
const id = setTimeout(() => console.log('must not run'), 4);
const interval = setInterval(() => console.log('must not run'), 4);
console.log('ids are shared and count up:', interval === id + 1, id > 0);
clearInterval(id); clearTimeout(interval); clearTimeout(12345); clearTimeout(); clearTimeout('x');
const due = [];
for (const delay of [7, 5, 7, 6, 5]) setTimeout(() => due.push(delay), delay);
setTimeout(() => console.log('order by due time:', due.join()), 8);
let last = 10, level = 0; const gaps = [];
setTimeout(function nest() {
  gaps.push(performance.now() - last); last = performance.now();
  if (++level < 9) setTimeout(nest, 0); else console.log('nested:', gaps.join());
}, 10);
let count = 0;
const ticks = [];
const ticking = setInterval(() => {
  ticks.push(performance.now());
  if (++count === 8) {
    clearInterval(ticking);
    console.log('interval:', ticks.map((t, i) => i ? t - ticks[i - 1] : '').slice(1).join());
  }
}, 1);
setTimeout(() => console.log('negative, huge and NaN delays are zero or wrap:', performance.now()), -5);
setTimeout(() => console.log('wrapped to zero:', performance.now()), 2 ** 32);
try { setTimeout(); } catch (e) { console.log(e.name, e.message); }
setTimeout(() => {
  Promise.resolve().then(() => console.log('microtask between timers'));
  console.log('timer 1');
}, 100);
setTimeout(() => console.log('timer 2'), 100);
const self_clearing = setInterval(() => {
  console.log('an interval that clears itself');
  clearInterval(self_clearing);
}, 150);
