// args: --virtual-time
// Atomics.wait suspends a worker in the middle of its JavaScript, and the other agents go on.
const url = run => `data:text/javascript,${encodeURIComponent(`(${run})()`)}`;
const shared = new Int32Array(new SharedArrayBuffer(16));

const worker = new Worker(url(() => {
  const attempt = steps => { try { return steps(); } catch (error) { return `${error.name}: ${error.message}`; } };
  const say = (...what) => console.log(`${performance.now()} ms:`, ...what);
  onmessage = ({ data: shared }) => {
    const local = new Int32Array(new SharedArrayBuffer(8)), big = new BigInt64Array(new SharedArrayBuffer(16));
    say('not equal', Atomics.wait(local, 0, 1), Atomics.wait(big, 1, 1n, 0));
    say('no time', Atomics.wait(local, 0, 0, 0), Atomics.wait(local, 0, 0, -5), Atomics.wait(local, 0, 0, -Infinity));
    say('10 ms', Atomics.wait(local, 1, 0, 10));
    say('half a millisecond', Atomics.wait(big, 1, 0n, 0.5), Atomics.wait(big, 1, 0n, 0.5));
    say('converted', Atomics.wait(local, '1', { valueOf: () => 2 ** 32 }, '2'), Atomics.wait(big, 1, 2n ** 64n, [3]));
    say('a new array', attempt(() => Atomics.wait(new Int32Array(4), 0, 0, 0)));
    const unsigned = new Uint32Array(local.buffer);
    say('other types', attempt(() => Atomics.wait(unsigned, 0, 0, 0)), attempt(() => Atomics.wait()));
    say('no such element', attempt(() => Atomics.wait(local, 2, 0, 0)), attempt(() => Atomics.wait(local, -1, 0, 0)));
    say('a conversion throws', attempt(() => Atomics.wait(local, 0, 0, { valueOf() { throw new Error('no'); } })));
    say('a number', attempt(() => Atomics.wait(big, 0, 1, 0)));
    say('a symbol', attempt(() => Atomics.wait(local, 0, 0, Symbol())));
    postMessage('waits');
    say('without an end', Atomics.wait(shared, 0, 0), shared[1]);
    say('NaN and undefined', Atomics.wait(shared, 0, 0, NaN), Atomics.wait(shared, 0, 0, undefined), shared[1]);
    say('in a callback', [1, 2].map(() => Atomics.wait(local, 0, 0, 1)).join());
    say('in a getter', { get end() { return Atomics.wait(local, 0, 0, 1); } }.end);
    say('in a generator', ...(function* () { yield Atomics.wait(local, 0, 0, 1); })());
    say('in a sort', [2, 1].sort((a, b) => { Atomics.wait(local, 0, 0, 1); return a - b; }).join());
    queueMicrotask(() => say('in a microtask', Atomics.wait(local, 0, 0, 1)));
    setTimeout(() => say('in a timer', Atomics.wait(local, 0, 0, 1)), 1);
    (async () => {
      await null;
      say('in an async function', Atomics.wait(local, 0, 0, 1));
    })();
    scheduler.postTask(() => say('in a task', Atomics.wait(local, 0, 0, 1)), { priority: 'user-blocking' });
    const target = new EventTarget();
    target.addEventListener('wait', () => say('in a listener', Atomics.wait(local, 0, 0, 1)));
    target.dispatchEvent(new Event('wait'));
    say('returns');
  };
}));
worker.onmessage = ({ data }) => {
  console.log('main:', data);
  let rounds = 0;
  const timer = setInterval(() => {
    shared[1]++;
    console.log('main: notified', Atomics.notify(shared, 0), Atomics.notify(shared, 0));
    if (++rounds === 3) clearInterval(timer);
  }, 20);
};
worker.postMessage(shared);
try {
  Atomics.wait(shared, 0, 0, 10);
} catch (error) {
  console.log(String(error));
}
console.log(Atomics.wait.length, Atomics.wait.name, Atomics.waitAsync.length, Atomics.notify.length);
