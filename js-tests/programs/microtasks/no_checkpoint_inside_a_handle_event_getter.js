// There is no microtask checkpoint while JavaScript runs, even JavaScript that the host calls: here, a getter.
onerror = () => true;
const inner = new EventTarget();
inner.addEventListener('inner', () => {
  console.log('inner listener');
  queueMicrotask(() => console.log('microtask'));
});
const returns = {
  get handleEvent() {
    console.log('getter starts');
    inner.dispatchEvent(new Event('inner'));
    console.log('getter ends');
    return () => {};
  },
};
const throws = {
  get handleEvent() {
    console.log('getter starts');
    inner.dispatchEvent(new Event('inner'));
    console.log('getter throws');
    throw 'an exception';
  },
};
// The host dispatches these events, so no other JavaScript runs.
const { port1, port2 } = new MessageChannel();
port1.addEventListener('message', returns);
port1.addEventListener('message', throws);
port1.addEventListener('message', () => {
  console.log('last listener');
  port1.close();
  const signal = AbortSignal.timeout(1);
  signal.addEventListener('abort', returns);
  signal.addEventListener('abort', () => console.log('end'));
});
port1.start();
port2.postMessage(null);
