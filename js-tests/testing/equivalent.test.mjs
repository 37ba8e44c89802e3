// Tests of which equivalent orders are left out. Those whose names start with "fails" fail in some order.

import test, { after } from 'node:test';
import assert from 'node:assert/strict';

const io = value =>
  new Promise(resolve => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => {
      channel.port1.close();
      resolve(value);
    };
    channel.port2.postMessage(0);
  });
let last;

test('two chains of answers', async () => {
  const chain = async () => {
    let own = 0;
    for (let i = 0; i < 3; i++) own += await io(i);
    return own;
  };
  const [one, other] = [chain(), chain()];
  assert.equal((await one) + (await other), 6);
});

test('all of several answers', async () => {
  assert.deepEqual(await Promise.all([1, 2, 3, 4, 5].map(io)), [1, 2, 3, 4, 5]);
});

test('arrivals in turn', async t => {
  let sum = 0;
  for (const answer of [1, 2, 3, 4].map(it => t.explore?.arrives(it) ?? it)) sum += await answer;
  assert.equal(sum, 10);
});

test('fails if the last of all answers is the first', async () => {
  await Promise.all([1, 2, 3].map(it => io(it).then(value => (last = value))));
  assert.notEqual(last, 1);
});

test('fails if it ends before an answer', async () => {
  io(0).then(() => {});
  await io(1);
});

test('fails if an assertion in a task is early', async () => {
  let isOpen = true;
  const closed = io(0).then(() => (isOpen = false));
  const used = scheduler.postTask(() => assert.ok(!isOpen));
  await Promise.all([closed, used]);
});

test('fails in a hook that is added too late', async t => {
  let count = 0;
  const counted = io(0).then(() => count++);
  await scheduler.postTask(() => t.after(() => assert.equal(count, 1)));
  await (count ? undefined : io(1));
  counted.catch(() => {});
});

test('fails if an async function ends first', async () => {
  const order = [];
  const put = async (name, delay) => {
    for (let i = 0; i < delay; i++) await io(i);
    order.push(name);
  };
  const [one, other] = [put('one', 2), put('other', 1)];
  await one;
  assert.equal(order.length, 1);
  await other;
});

test('fails if a thenable is settled by another task', async () => {
  let settle, seen;
  const used = (async () => (seen = await { then: it => (settle = it) }))();
  await Promise.all([io(0).then(() => settle(1)), io(0).then(() => settle(2))]);
  await used;
  assert.equal(seen, 1);
});

test('fails with the other error', async () => {
  const fail = text => io(0).then(() => {
    throw new Error(text);
  });
  const answers = [fail('a'), fail('b')];
  const error = await Promise.all(answers).catch(it => it);
  await Promise.allSettled(answers);
  assert.equal(error.message, 'a');
});

test('fails if an error has changed', async () => {
  const shared = { code: 1 };
  let seen;
  const look = () => {
    try {
      throw shared;
    } catch ({ code }) {
      seen = code;
    }
  };
  await Promise.all([io(0).then(look), io(0).then(() => (shared.code = 2))]);
  assert.equal(seen, 1);
});

after(() => {});
