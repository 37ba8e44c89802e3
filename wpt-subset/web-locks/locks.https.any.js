// META: title=Web Locks: request and query
'use strict';
const { locks } = navigator;
let names = 0;
const newName = () => `name ${++names}`;
const later = ms => new Promise(resolve => setTimeout(resolve, ms));
const state = async name => {
  const { held, pending } = await locks.query();
  const modes = list => list.filter(info => info.name === name).map(info => info.mode).join();
  return `${modes(held)}|${modes(pending)}`;
};
/** Requests a lock, and returns its promise and a function that releases it. */
function hold(name, options = {}) {
  let release;
  const released = locks.request(name, options, () => new Promise(resolve => { release = resolve; }));
  return { released, release: value => release(value) };
}

test(() => {
  assert_equals(locks, navigator.locks);
  assert_equals(String(locks), '[object LockManager]');
  assert_throws_js(TypeError, () => new LockManager());
  assert_throws_js(TypeError, () => new Lock());
  assert_equals(LockManager.prototype.request.length, 2);
}, 'the interfaces');
promise_test(async () => {
  const name = newName();
  const order = [];
  const promise = locks.request(name, lock => {
    assert_true(lock instanceof Lock);
    assert_equals(`${lock.name} ${lock.mode}`, `${name} exclusive`);
    order.push('callback');
    return 7;
  });
  order.push('after request');
  assert_equals(await promise, 7);
  assert_array_equals(order, ['after request', 'callback']);
  assert_equals(await state(name), '|');
}, 'the callback is called later, and its result is that of the request');
promise_test(async t => {
  const error = new Error('x');
  await promise_rejects_exactly(t, error, locks.request(newName(), () => { throw error; }));
  await promise_rejects_exactly(t, error, locks.request(newName(), () => Promise.reject(error)));
  await promise_rejects_exactly(t, error, locks.request(newName(), () => ({ get then() { throw error; } })));
}, 'exceptions of the callback reject the promise, and release the lock');
promise_test(async () => {
  const name = newName();
  const order = [];
  const use = (text, mode, ms) => locks.request(name, { mode }, async () => {
    order.push(`${text} starts`);
    await later(ms);
    order.push(`${text} ends`);
  });
  const readers = [use('r1', 'shared', 10), use('r2', 'shared', 5)];
  await Promise.all([...readers, use('w', 'exclusive', 1), use('r3', 'shared', 1)]);
  const expected = ['r1 starts', 'r2 starts', 'r2 ends', 'r1 ends', 'w starts', 'w ends', 'r3 starts', 'r3 ends'];
  assert_array_equals(order, expected);
}, 'shared locks are held together, exclusive ones alone, in the order of the requests');
promise_test(async () => {
  const [a, b] = [newName(), newName()];
  const held = hold(a);
  assert_equals(await locks.request(b, () => 'other'), 'other');
  const waiting = locks.request(a, { mode: 'shared' }, () => 'second');
  assert_equals(await state(a), 'exclusive|shared');
  held.release(1);
  assert_equals(await held.released, 1);
  assert_equals(await waiting, 'second');
}, 'names are independent');
promise_test(async () => {
  const name = newName();
  const held = hold(name, { mode: 'shared' });
  await later(0);
  const attempt = mode => locks.request(name, { mode, ifAvailable: true }, lock => lock && lock.mode);
  assert_equals(await attempt('exclusive'), null);
  assert_equals(await attempt('shared'), 'shared');
  const waiting = locks.request(name, () => {});
  assert_equals(await attempt('shared'), null, 'a request is waiting');
  held.release();
  await waiting;
  assert_equals(await attempt('exclusive'), 'exclusive');
}, 'ifAvailable');
promise_test(async t => {
  const name = newName();
  const held = [hold(name, { mode: 'shared' }), hold(name, { mode: 'shared' })];
  const order = [];
  const waiting = locks.request(name, () => order.push('waiting'));
  await later(0);
  const stolen = locks.request(name, { steal: true }, async () => {
    order.push('stolen');
    await later(5);
    // What the earlier holders do has no effect any more.
    held.forEach(it => it.release());
    await later(5);
    order.push('end');
  });
  await Promise.all(held.map(it => promise_rejects_dom(t, 'AbortError', it.released)));
  await Promise.all([stolen, waiting]);
  assert_array_equals(order, ['stolen', 'end', 'waiting']);
}, 'steal');
promise_test(async t => {
  const name = newName();
  const held = hold(name);
  const controller = new AbortController();
  const aborted = locks.request(name, { signal: controller.signal }, t.unreached_func('called'));
  const next = locks.request(name, { mode: 'shared' }, () => 'next');
  controller.abort('reason');
  assert_equals(await aborted.catch(reason => reason), 'reason');
  assert_equals(await state(name), 'exclusive|shared');
  held.release();
  assert_equals(await next, 'next');
  const late = locks.request(name, { signal: controller.signal }, t.unreached_func('called'));
  assert_equals(await late.catch(reason => reason), 'reason');
}, 'a signal aborts a request that waits, or is made later');
promise_test(async t => {
  const name = newName();
  const controller = new AbortController();
  const granted = locks.request(name, { signal: controller.signal }, t.unreached_func('called'));
  controller.abort('at once');
  assert_equals(await granted.catch(reason => reason), 'at once');
  assert_equals(await locks.request(name, () => 'free'), 'free');
}, 'a signal that aborts before the callback is called releases the lock');
promise_test(async () => {
  const name = newName();
  const controller = new AbortController();
  const result = await locks.request(name, { signal: controller.signal }, async () => {
    controller.abort();
    await later(1);
    return 'kept';
  });
  assert_equals(result, 'kept');
}, 'a signal has no effect once the callback was called');
promise_test(async t => {
  const { signal } = new AbortController();
  const refused = [
    ['-x', {}], ['x', { steal: true, ifAvailable: true }], ['x', { steal: true, mode: 'shared' }],
    ['x', { signal, steal: true }], ['x', { signal, ifAvailable: true }],
  ];
  for (const [name, options] of refused) {
    await promise_rejects_dom(t, 'NotSupportedError', locks.request(name, options, t.unreached_func('called')));
  }
  for (const parameters of [[], ['x'], ['x', 1], ['x', {}], ['x', {}, 1], ['x', { mode: 'other' }, () => {}],
    ['x', { signal: {} }, () => {}], [Symbol('x'), () => {}], ['x', 1, () => {}]]) {
    await promise_rejects_js(t, TypeError, locks.request(...parameters));
  }
}, 'invalid arguments reject the promise');
promise_test(async () => {
  const read = [];
  const options = new Proxy({}, { get: (_, key) => void read.push(key) });
  await locks.request(newName(), options, () => {});
  assert_array_equals(read, ['ifAvailable', 'mode', 'signal', 'steal']);
}, 'options are read in alphabetical order');
promise_test(async () => {
  const name = newName();
  const order = [];
  const outer = locks.request(name, { mode: 'shared' }, async () => {
    await locks.request(name, { mode: 'shared' }, () => order.push('inner'));
    order.push('outer');
  });
  await outer;
  assert_array_equals(order, ['inner', 'outer']);
}, 'a shared lock can be requested while it is held');
promise_test(async () => {
  const name = newName();
  const held = hold(name);
  const { held: [info] } = await locks.query();
  assert_equals(Object.keys(info).sort().join(), 'clientId,mode,name');
  assert_equals(typeof info.clientId, 'string');
  held.release();
  await held.released;
}, 'query describes locks');
