// args: --virtual-time
// The clocks and random numbers of replays are those of posttask.
import { VirtualClock } from '../../../cli/src/commands/replay/js/clock.mjs';
import { RandomNumbers } from '../../../cli/src/commands/replay/js/random_numbers.mjs';
import { lastFrame } from '../../../cli/src/commands/replay/js/timers.mjs';

const clock = new VirtualClock();
const wait = (read, end) => {
  let readings = 0;
  while (read() < end) readings++;
  return readings;
};
console.log(wait(() => clock.read(), 3) === wait(() => performance.now(), 3));
clock.jump(10);
await new Promise(resolve => setTimeout(resolve, 7));
clock.turn();
console.log(wait(() => clock.read(), 12) === wait(() => performance.now(), 12));

const numbers = new RandomNumbers(new RandomNumbers(0).u64());
console.log(Array.from({ length: 100 }, () => numbers.number() === Math.random()).every(Boolean));
const bytes = new Uint8Array(11);
new RandomNumbers(0x6279746573000000n).fill(bytes);
console.log(bytes.join() === crypto.getRandomValues(new Uint8Array(11)).join());

console.log([0, 16.666666, 16.7, 33.333333, 1000].map(now => lastFrame(now, 60)).join());
