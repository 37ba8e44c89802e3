// META: title=What yield() inherits
// META: script=resources/helpers.js
'use strict';
const places = {
  'directly': f => f(),
  'after await': async f => { await null; return f(); },
  'after two awaits': async f => { await null; await 0; return f(); },
  'in then': f => Promise.resolve().then(f),
  'in the second then': f => Promise.resolve().then(() => {}).then(f),
  'in catch': f => Promise.reject(0).catch(f),
  'in finally': f => {
    let result;
    return Promise.resolve().finally(async () => { result = await f(); }).then(() => result);
  },
  'in the reaction to a rejection': f => Promise.reject(0).then(null, f),
  'after a thenable': async f => { await { then(resolve) { resolve(); } }; return f(); },
  'in queueMicrotask': f => new Promise((done, fail) => queueMicrotask(() => f().then(done, fail))),
  'in nested queueMicrotask': f => new Promise((done, fail) =>
    queueMicrotask(() => queueMicrotask(() => f().then(done, fail)))),
  'in a nested async function': async f => { const inner = async () => { await 0; return f(); }; return inner(); },
  'in an async generator': async f => {
    async function* g() { await 0; yield await f(); }
    for await (const value of g()) return value;
  },
  'after Promise.all': async f => { await Promise.all([0, Promise.resolve()]); return f(); },
  'after Promise.allSettled': async f => { await Promise.allSettled([Promise.reject()]); return f(); },
  'after Promise.race': async f => { await Promise.race([Promise.resolve()]); return f(); },
  'after Promise.any': async f => { await Promise.any([Promise.resolve()]); return f(); },
  'after a timer has settled a promise': async f => { await new Promise(done => setTimeout(done, 1)); return f(); },
  'after another task has settled a promise': async f => { await scheduler.postTask(() => {}); return f(); },
  'after a yield': async f => { await scheduler.yield(); return f(); },
  'after a yield of another priority': async f => { await scheduler.yield({ priority: 'user-blocking' }); return f(); },
};
for (const [place, body] of Object.entries(places)) {
  for (const priority of ['user-blocking', 'background']) {
    promise_test(async () => {
      const got = await scheduler.postTask(() => body(() => continuationPriority()), { priority });
      assert_equals(got, priority);
    }, `inherits the priority ${priority} ${place}`);
  }
  promise_test(async () => {
    const controller = new TaskController({ priority: 'background' });
    const got = await scheduler.postTask(() => body(() => continuationPriority()), { signal: controller.signal });
    assert_equals(got, 'background');
  }, `inherits the priority of a signal ${place}`);
  promise_test(async t => {
    const controller = new AbortController();
    await scheduler.postTask(() => body(async () => {
      const continuation = scheduler.yield();
      controller.abort('reason');
      await promise_rejects_exactly(t, 'reason', continuation);
    }), { signal: controller.signal }).catch(reason => assert_equals(reason, 'reason'));
  }, `inherits the signal ${place}`);
}
const elsewhere = {
  'in a timer': f => new Promise((done, fail) => setTimeout(() => f().then(done, fail), 0)),
  'in an interval': f => new Promise((done, fail) => {
    const id = setInterval(() => { clearInterval(id); f().then(done, fail); }, 0);
  }),
  'in a nested task': f => scheduler.postTask(f),
  'in an abort listener of AbortSignal.timeout': f => new Promise((done, fail) =>
    AbortSignal.timeout(1).addEventListener('abort', () => f().then(done, fail))),
  'in a message listener': f => new Promise((done, fail) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => { port1.close(); f().then(done, fail); };
    port2.postMessage(0);
  }),
};
for (const [place, body] of Object.entries(elsewhere)) {
  promise_test(async () => {
    const got = await scheduler.postTask(() => body(() => continuationPriority()), { priority: 'background' });
    assert_equals(got, 'user-visible');
  }, `inherits nothing ${place}`);
}
promise_test(async () => {
  assert_equals(await continuationPriority(), 'user-visible');
}, 'a continuation outside of a task is user-visible');
promise_test(async () => {
  const controller = new TaskController({ priority: 'background' });
  const got = await scheduler.postTask(async () => {
    controller.setPriority('user-blocking');
    return continuationPriority();
  }, { signal: controller.signal });
  assert_equals(got, 'user-blocking');
}, 'a continuation follows a change of the task\'s priority');
promise_test(async () => {
  const controller = new TaskController({ priority: 'user-blocking' });
  const ran = [];
  await scheduler.postTask(async () => {
    const tasks = [scheduler.postTask(() => { ran.push('visible'); })];
    const continuation = scheduler.yield().then(() => ran.push('continuation'));
    controller.setPriority('background');
    await Promise.all([...tasks, continuation]);
  }, { signal: controller.signal });
  assert_array_equals(ran, ['visible', 'continuation']);
}, 'the priority of a waiting continuation can change');
