// A sensor sends its settings and its readings through the same port, which keeps their order.
const { port1, port2 } = new MessageChannel();
let scale;

port1.onmessage = ({ data }) => {
  if ('scale' in data) scale = data.scale;
  else if (scale === undefined) throw new Error(`reading ${data.reading} arrived before the scale`);
  else console.log(`reading: ${data.reading * scale}`);
};

port2.postMessage({ scale: 10 });
port2.postMessage({ reading: 7 });
port2.postMessage({ reading: 8 });
