// What a test cancels is not left over, even if its task is in its queue already: nobody notices it any more.
import test from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';

const wait = ms => new Promise(resolve => setTimeout(resolve, ms));
const explored = (name, steps) => test(name, { explore: 50 }, steps);

explored('a broadcast message to a closed channel', async () => {
  const [sender, receiver] = [new BroadcastChannel('news'), new BroadcastChannel('news')];
  receiver.onmessage = () => {};
  sender.postMessage(1);
  await 0;
  sender.close();
  receiver.close();
});

explored('a message to a closed port', async () => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {};
  port2.postMessage(1);
  await 0;
  port1.close();
});

explored('a message of a terminated worker', async () => {
  const worker = new Worker('data:text/javascript,postMessage(1)');
  worker.onmessage = () => {};
  await wait(1);
  worker.terminate();
});

explored('an aborted fetch', async () => {
  const controller = new AbortController();
  const fetched = fetch('data:,x', { signal: controller.signal }).catch(() => {});
  await wait(1);
  controller.abort();
  await fetched;
});

explored('an aborted FileReader', async () => {
  const reader = new FileReader();
  reader.readAsText(new Blob(['x']));
  await wait(1);
  reader.abort();
});

explored('a canceled stream of a blob', async () => {
  const reader = new Blob(['x']).stream().getReader();
  await wait(1);
  await reader.cancel();
});

explored('an aborted lock request', async () => {
  const controller = new AbortController();
  const request = navigator.locks.request('a', { signal: controller.signal }, () => {}).catch(() => {});
  await wait(1);
  controller.abort();
  await request;
});

explored('a canceled idle callback', async () => {
  const handle = requestIdleCallback(() => {}, { timeout: 5 });
  await wait(5);
  cancelIdleCallback(handle);
});

explored('a canceled animation frame', async () => {
  const handle = requestAnimationFrame(() => {});
  await wait(16);
  cancelAnimationFrame(handle);
});

explored('an aborted pause', async () => {
  const controller = new AbortController();
  const paused = pause(5, null, { signal: controller.signal }).catch(() => {});
  await wait(5);
  controller.abort();
  await paused;
});

// The port that has sent the message is closed; the one that receives it is not informed before the message arrives.
explored('a message of a closed port is left over', async () => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {};
  port2.postMessage(1);
  await 0;
  port2.close();
});
