// always: a1<a2
// Each port that has been transferred is a task source of its own.
const listen = (port, last) => {
  port.onmessage = ({ data }) => {
    console.log(data);
    if (data === last) port.close();
  };
};
const one = new MessageChannel(), two = new MessageChannel();
listen(structuredClone(one.port2, { transfer: [one.port2] }), 'a2');
listen(structuredClone(two.port2, { transfer: [two.port2] }), 'b');
one.port1.postMessage('a1');
one.port1.postMessage('a2');
two.port1.postMessage('b');
