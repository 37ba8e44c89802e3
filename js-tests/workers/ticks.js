// A task, then a timer, again and again. It never ends.
let count = 0;
const channel = new BroadcastChannel('ticks');
setInterval(() => channel.postMessage(`${name} ${++count}`), 10);
