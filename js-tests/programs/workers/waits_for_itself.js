// args: --virtual-time
// A worker that waits for itself: for an answer that only it could send, for a lock that it holds, and with
// Atomics.wait.
const script = run => `data:text/javascript,${encodeURIComponent(`(${run})()`)}`;
const worker = new Worker(script(async () => {
  const channel = new BroadcastChannel('self');
  channel.onmessage = () => postMessage('a channel does not hear itself');
  channel.postMessage('are you there?');
  postMessage(Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10));
  await navigator.locks.request('a', async () => {
    const inner = await navigator.locks.request('a', { ifAvailable: true }, lock => String(lock));
    postMessage(`the lock is ${inner}`);
    navigator.locks.request('a', () => postMessage('never'));
    await new Promise(() => {});
  });
}));
worker.onmessage = ({ data }) => console.log(data);
