// args: --virtual-time
// Agents take turns. Each has its own queues: priorities only count within one.
const text = `
  const channel = new BroadcastChannel('log');
  for (let i = 0; i < 3; i++) {
    scheduler.postTask(() => channel.postMessage(name + ' background ' + i), { priority: 'background' });
    scheduler.postTask(() => channel.postMessage(name + ' blocking ' + i), { priority: 'user-blocking' });
  }`;
const url = URL.createObjectURL(new Blob([text]));
for (const name of ['a', 'b']) new Worker(url, { name });
new BroadcastChannel('log').onmessage = ({ data }) => console.log(data);
