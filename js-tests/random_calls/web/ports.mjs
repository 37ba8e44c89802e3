// MessageChannel, MessagePort, BroadcastChannel.

import { pick, random } from '../values.mjs';
import { bytes, call, many, texts, wrong } from './values.mjs';

const settled = () => new Promise(resolve => setTimeout(resolve, 20));

async function portSteps(steps) {
  const { port1, port2 } = new MessageChannel();
  const ports = [port1, port2];
  const log = [];
  const listen = (port, name) =>
    port.addEventListener('message', ({ data, ports: moved, origin, lastEventId, source }) => {
      const shown = typeof data === 'object' ? Object.keys(Object(data)) : String(data);
      log.push(`${name} ${shown} ${moved.length} "${origin}${lastEventId}" ${source}`);
    });
  listen(port1, 'one');
  listen(port2, 'two');
  for (const port of ports) {
    port.addEventListener('messageerror', () => log.push('messageerror'));
    port.addEventListener('close', () => log.push('close'));
  }
  for (const [name, index, value, transfer] of steps) {
    const port = ports[index];
    try {
      if (name === 'post') port.postMessage(value, ...transfer);
      else if (name === 'transfer') {
        const moved = structuredClone(port, { transfer: [port] });
        listen(moved, `moved ${index}`);
        ports[index] = moved;
      } else if (name === 'onmessage') port.onmessage = ({ data }) => log.push(`handler ${typeof data}`);
      else if (name === 'wait') await settled();
      else port[name]();
    } catch (error) {
      log.push(`${name} ${error.name} ${error.code}`);
    }
  }
  await settled();
  for (const port of ports) port.close();
  return log.filter(it => it !== 'close');
}

const portStep = () => [
  pick(['post', 'post', 'post', 'start', 'start', 'onmessage', 'close', 'transfer', 'wait']),
  random(2),
  pick([texts, wrong, bytes, () => new MessageChannel().port1])(),
  pick([[], [], [[]], [[new ArrayBuffer(2)]], [{ transfer: [] }], [[new MessageChannel().port1]], [wrong()]]),
];

async function broadcastSteps(steps) {
  const channels = [0, 1, 2].map(index => new BroadcastChannel(`steps ${index % 2}`));
  const log = [];
  channels.forEach((it, index) => {
    it.onmessage = ({ data }) => log.push(`${index} ${typeof data}`);
    it.onmessageerror = () => log.push(`${index} error`);
  });
  for (const [name, index, value] of steps) {
    try {
      if (name === 'close') channels[index].close();
      else channels[index].postMessage(value);
    } catch (error) {
      log.push(`${name} ${error.name}`);
    }
  }
  await settled();
  for (const it of channels) it.close();
  return log.sort();
}

export default {
  'steps of ports': call(portSteps, () => [many(6, portStep)]),
  'steps of BroadcastChannel': call(broadcastSteps, () => [
    many(5, () => [pick(['post', 'post', 'post', 'close']), random(3), pick([texts, wrong])()]),
  ]),
  'new BroadcastChannel': call(
    (...all) => {
      const it = new BroadcastChannel(...all);
      it.close();
      return it.name;
    },
    () => many(1, wrong),
  ),
};
