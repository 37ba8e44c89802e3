// META: title=Web Locks among a window and its workers
'use strict';
const { locks } = navigator;
/** Starts a worker that requests a lock and holds it until it gets a message. Waits until it has the lock. */
async function workerWithLock(t, name) {
  const script = `
    navigator.locks.request(${JSON.stringify(name)}, () => new Promise(resolve => {
      onmessage = resolve;
      postMessage('has it');
    }));`;
  const worker = new Worker(URL.createObjectURL(new Blob([script])));
  t.add_cleanup(() => worker.terminate());
  await new Promise(resolve => { worker.onmessage = resolve; });
  return worker;
}
promise_test(async t => {
  const worker = await workerWithLock(t, 'a');
  const order = [];
  const waiting = locks.request('a', () => order.push('window'));
  assert_equals(await locks.request('a', { ifAvailable: true }, lock => lock), null);
  const { held, pending } = await locks.query();
  assert_not_equals(held[0].clientId, pending[0].clientId);
  order.push('message');
  worker.postMessage('release');
  await waiting;
  assert_array_equals(order, ['message', 'window']);
}, 'a worker and its window share locks');
promise_test(async t => {
  const worker = await workerWithLock(t, 'b');
  const waiting = locks.request('b', () => 'free');
  worker.terminate();
  assert_equals(await waiting, 'free');
}, 'a worker that is terminated releases its locks');
promise_test(async t => {
  const worker = await workerWithLock(t, 'c');
  const second = new Worker(URL.createObjectURL(new Blob(["navigator.locks.request('c', () => {}); postMessage(1)"])));
  await new Promise(resolve => { second.onmessage = resolve; });
  // The worker requests the lock, and ends, in parallel.
  const waitFor = async count => {
    while ((await locks.query()).pending.length !== count) await new Promise(resolve => setTimeout(resolve, 1));
  };
  await waitFor(1);
  second.terminate();
  await waitFor(0);
  worker.postMessage('release');
  assert_equals(await locks.request('c', () => 'free'), 'free');
}, 'a worker that is terminated does not wait for locks any more');
