// correct: a port's messages move with it when it is transferred, and keep their order with those sent later
//   (HTML 9.4.4, transfer steps of message ports).
const work = new MessageChannel();
const pool = new MessageChannel();
const received = [];

const done = new Promise(resolve => {
  pool.port1.onmessage = event => {
    event.ports[0].onmessage = ({ data }) => {
      received.push(data);
      if (received.length === 5) resolve();
    };
  };
});
for (const number of [1, 2]) work.port2.postMessage(number);
pool.port2.postMessage('your port', [work.port1]);
work.port2.postMessage(3);
scheduler.postTask(() => [4, 5].forEach(number => work.port2.postMessage(number)));
await done;
if (received.join() !== '1,2,3,4,5') throw new Error(received.join());
