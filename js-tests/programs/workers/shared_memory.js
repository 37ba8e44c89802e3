// args: --virtual-time
// Shared memory is cloned by reference: within an agent, and from agent to agent.
const attempt = steps => { try { return steps(); } catch (error) { return `${error.name}: ${error.message}`; } };
const url = run => `data:text/javascript,${encodeURIComponent(`(${run})()`)}`;

const buffer = new SharedArrayBuffer(8), bytes = new Uint8Array(buffer);
const clone = structuredClone({
  buffer, again: buffer, part: new Int16Array(buffer, 2, 2), view: new DataView(buffer, 4),
});
clone.view.setUint8(0, 5);
clone.part[0] = 258;
console.log('one memory', [...bytes].join(), clone.buffer === buffer, clone.buffer === clone.again);
console.log('one buffer', clone.part.buffer === clone.buffer, clone.view.buffer === clone.buffer);
console.log('length', clone.view.byteLength);
console.log('prototype', Object.getPrototypeOf(clone.buffer) === SharedArrayBuffer.prototype);
console.log('transfer', attempt(() => structuredClone(buffer, { transfer: [buffer] })));

const growable = new SharedArrayBuffer(2, { maxByteLength: 8 });
const views = {
  follows: new Uint8Array(growable), fixed: new Uint8Array(growable, 0, 2), rest: new DataView(growable, 1),
  same: new DataView(growable, 1, 1), empty: new DataView(growable, 2), none: new DataView(growable, 2, 0),
};
const grown = structuredClone({ growable, ...views });
growable.grow(6);
console.log('grown', grown.growable.byteLength, grown.growable.growable, grown.growable.maxByteLength);
for (const name of Object.keys(views)) console.log(name, views[name].byteLength, grown[name].byteLength);

const channel = new BroadcastChannel('memory'), { port1, port2 } = new MessageChannel();
const worker = new Worker(url(() => {
  const script = 'onmessage = ({ data }) => { data.bytes[2] = 30; postMessage(0); }';
  const inner = new Worker(`data:text/javascript,${script}`);
  onmessage = ({ data }) => {
    data.get('bytes')[0] = 10;
    data.get('growable').grow(8);
    data.get('port').onmessage = ({ data }) => {
      data[1] = 20;
      inner.postMessage({ bytes: data });
      inner.onmessage = () => new BroadcastChannel('memory').postMessage(data);
    };
  };
}));
worker.postMessage(new Map([['bytes', bytes], ['growable', growable], ['port', port2]]), [port2]);
port1.postMessage(bytes);
channel.onmessage = ({ data }) => {
  data[3] = 40;
  console.log('agents', [...bytes].join(), growable.byteLength);
  channel.close();
  port1.close();
};
