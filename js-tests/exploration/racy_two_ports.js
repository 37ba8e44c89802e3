// needs: intent
// depth: 1
// fails: the first reading is delivered before the settings, because each port is a task source of its own and
//   ports are unordered.
const settings = new MessageChannel();
const readings = new MessageChannel();
const values = [];
let scale;

settings.port1.onmessage = event => { scale = event.data.scale; };
readings.port1.onmessage = event => {
  if (scale === undefined) throw new Error(`reading ${event.data} arrived before the scale`);
  values.push(event.data * scale);
};
settings.port2.postMessage({ scale: 10 });
readings.port2.postMessage(7);
readings.port2.postMessage(8);
