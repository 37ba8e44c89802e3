explore --jobs 1 --runs 20 -
// A timer that may fire at any time: the report says so.
for (let i = 0; i < 5; i++) {
  const channel = new MessageChannel();
  channel.port1.onmessage = () => channel.port1.close();
  channel.port2.postMessage(i);
}
setTimeout(() => {}, 50);
