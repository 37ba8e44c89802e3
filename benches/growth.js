// What growth.sh runs, after the constants KIND, COUNT and ROUNDS: the time per item, in microseconds.
const f = () => {};
const counter = count => {
  const { promise, resolve } = Promise.withResolvers();
  return { promise, step: () => --count || resolve() };
};

const kinds = {
  post(count) {
    const { promise, step } = counter(count);
    for (let i = 0; i < count; i++) scheduler.postTask(step);
    return promise;
  },
  signals(count) {
    const { promise, step } = counter(count);
    for (let i = 0; i < count; i++) scheduler.postTask(step, { signal: new TaskController().signal });
    return promise;
  },
  timers(count) {
    const { promise, step } = counter(count);
    for (let i = 0; i < count; i++) setTimeout(step, 1 + (i % 50));
    return promise;
  },
  clear(count) {
    const ids = [];
    for (let i = 0; i < count; i++) ids.push(setTimeout(f, 1e6));
    for (const id of ids) clearTimeout(id);
  },
  listeners(count) {
    const target = new EventTarget();
    for (let i = 0; i < count; i++) target.addEventListener('event', () => {});
    target.dispatchEvent(new Event('event'));
  },
  messages(count) {
    const { promise, step } = counter(count);
    const { port1, port2 } = new MessageChannel();
    port2.onmessage = step;
    for (let i = 0; i < count; i++) port1.postMessage(i);
    return promise.then(() => port1.close());
  },
  async abort(count) {
    const { promise, step } = counter(count);
    const controller = new TaskController();
    for (let i = 0; i < count; i++) scheduler.postTask(f, { signal: controller.signal }).catch(step);
    controller.abort();
    await promise;
  },
  any(count) {
    const controller = new AbortController();
    const signals = [];
    for (let i = 0; i < count; i++) signals.push(AbortSignal.any([controller.signal]));
    controller.abort();
  },
  marks(count) {
    for (let i = 0; i < count; i++) performance.mark('mark');
    performance.clearMarks();
  },
  headers(count) {
    const headers = new Headers();
    for (let i = 0; i < count; i++) headers.append(`name-${i}`, 'value');
    headers.get('name-1');
  },
  form(count) {
    const data = new FormData();
    for (let i = 0; i < count; i++) data.append(`name-${i}`, 'value');
    data.get('name-1');
  },
  channels(count) {
    for (let i = 0; i < count; i++) new BroadcastChannel(`channel-${i}`).postMessage(i);
  },
  // Channels that are dropped without `close`, with names that come again.
  async dropped(count) {
    for (let i = 0; i < count; i++) {
      new BroadcastChannel(`channel-${i % 1_000}`).postMessage(i);
      if (i % 1_000 === 999) await new Promise(resolve => setTimeout(resolve));
    }
  },
};

(async () => {
  const times = [];
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    await kinds[KIND](COUNT);
    times.push(((performance.now() - start) * 1000) / COUNT);
    // The garbage of a round is not part of the next one.
    await new Promise(resolve => setTimeout(resolve, 1));
  }
  console.log(Math.min(...times).toFixed(2));
})();
