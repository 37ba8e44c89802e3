// node:timers, node:timers/promises and process.nextTick: Node prints the same.
import { setImmediate as immediate, clearImmediate } from 'node:timers';
import {
    setImmediate as nextImmediate,
    setInterval as every,
    setTimeout as wait,
    scheduler,
} from 'node:timers/promises';
import { nextTick } from 'node:process';

const order = [];
setTimeout(() => order.push('timeout'), 0);
const cleared = immediate(() => order.push('cleared'));
clearImmediate(cleared);
Promise.resolve().then(() => order.push('promise'));
nextTick((a, b) => order.push(`tick ${a}${b}`), 1, 2);
queueMicrotask(() => order.push('microtask'));
order.push('sync');
await wait(5);
console.log(order.join());
console.log(await wait(1, 'value'), await nextImmediate('now'), await scheduler.wait(1));
let count = 0;
for await (const value of every(2, 'tick')) {
    console.log(value, ++count);
    if (count === 3) break;
}
const controller = new AbortController();
setTimeout(() => controller.abort(), 3);
await wait(1000, null, { signal: controller.signal }).catch(error => console.log(error.name, error.code));
try {
    for await (const value of every(2, 'x', { signal: AbortSignal.timeout(5) })) void value;
} catch (error) {
    console.log(error.name, error.cause?.name);
}
await nextImmediate('x', { signal: AbortSignal.abort('early') }).catch(error => console.log(error.name, error.cause));
for (const steps of [() => immediate('x'), () => nextTick(1)]) {
    try {
        steps();
    } catch (error) {
        console.log(error.name, error.code, error.message);
    }
}
const one = immediate(() => {});
console.log(one.hasRef(), one.unref() === one, one.hasRef(), typeof one);
