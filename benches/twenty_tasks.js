let count = 0;
const { port1, port2 } = new MessageChannel();
port1.onmessage = () => count++;
for (let i = 0; i < 5; i++) {
  scheduler.postTask(() => count++, { priority: ['background', 'user-visible', 'user-blocking'][i % 3] });
  scheduler.postTask(async () => { await scheduler.yield(); count++ }, { delay: i * 4 });
  setTimeout(() => count++, i * 3);
  port2.postMessage(i);
}
