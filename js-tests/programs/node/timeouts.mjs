// Node prints the same.
import { setImmediate } from 'node:timers';

const timer = setTimeout(() => console.log('not reached'), 5);
console.log(timer.hasRef(), timer.unref() === timer, timer.hasRef(), +timer > 0, timer.refresh() === timer);
console.log(typeof timer[Symbol.dispose], timer.close() === timer, timer.refresh().hasRef(), timer.constructor.name);

const immediate = setImmediate(() => console.log('not reached'));
immediate[Symbol.dispose]();
console.log(immediate.hasRef());

for (const callback of [undefined, 'text']) {
  try {
    setTimeout(callback);
  } catch (error) {
    console.log(error.code, error.message);
  }
}

let rounds = 0;
const again = setTimeout(function (...args) {
  console.log('fired', ++rounds, this === again, args);
  if (rounds < 3) this.refresh();
  else setTimeout(() => console.log('later', again.hasRef()));
}, 1, 'a', 'b');

clearTimeout(`${+setTimeout(() => console.log('not reached'), 1)}`);
clearInterval(setInterval(() => console.log('not reached'), 1));
clearTimeout({});
clearTimeout();
setInterval(() => console.log('does not keep the program running'), 1_000).unref();
