// A sensor sends its settings through one port, and its readings through another one.
const settings = new MessageChannel();
const readings = new MessageChannel();
let scale;

settings.port1.onmessage = event => { scale = event.data.scale; };
readings.port1.onmessage = event => {
  if (scale === undefined) throw new Error(`reading ${event.data} arrived before the scale`);
  console.log(`reading: ${event.data * scale}`);
};

settings.port2.postMessage({ scale: 10 });
readings.port2.postMessage(7);
readings.port2.postMessage(8);
