// correct: a timer that was cleared never runs its callback, even if it was due or its task was queued (HTML
//   8.6, timer initialization steps, the task; clearTimeout).
const ids = new Map();
const cleared = new Set();

function clear(name) {
  clearTimeout(ids.get(name));
  cleared.add(name);
}
function start(name, delay, then) {
  ids.set(name, setInterval(() => {
    if (cleared.has(name)) throw new Error(`${name} ran after it was cleared`);
    then?.();
  }, delay));
}
start('blink', 10, () => clear('poll'));
start('poll', 10, () => clear('blink'));
start('tick', 4);
scheduler.postTask(() => clear('tick'), { delay: 14 });
setTimeout(() => ['blink', 'poll', 'tick'].forEach(clear), 30);
