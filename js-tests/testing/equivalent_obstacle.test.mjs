// Nothing is left out of these tests. The report says why.

import test, { mock } from 'node:test';
import { record } from 'posttask:test';

const answers = count =>
  Promise.all(Array.from({ length: count }, () => new Promise(resolve => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => { channel.port1.close(); resolve(); };
    channel.port2.postMessage(0);
  })));

test('a recording', async () => {
  const recording = record();
  await answers(5);
  recording.stop?.();
  mock.reset();
});
