// META: title=EventTarget
'use strict';
setup({ allow_uncaught_exception: true });
const listenerOrder = (setup, type = 'x') => {
  const target = new EventTarget(), log = [];
  setup(target, log);
  target.dispatchEvent(new Event(type));
  return { target, log };
};
test(() => {
  const { log } = listenerOrder((target, log) => {
    target.addEventListener('x', () => log.push('bubble'));
    target.addEventListener('x', () => log.push('capture'), true);
    target.addEventListener('x', () => log.push('capture 2'), { capture: true });
  });
  assert_array_equals(log, ['capture', 'capture 2', 'bubble']);
}, 'capturing listeners are called first');
for (const [name, first, second, calls] of [
  ['no options', undefined, undefined, 1],
  ['with and without capture', true, false, 2],
  ['two spellings of capture', true, { capture: true }, 1],
  ['with and without once', { once: true }, undefined, 1],
  ['with and without passive', { passive: true }, undefined, 1],
]) {
  test(() => {
    const { log } = listenerOrder((target, log) => {
      const f = () => log.push(1);
      target.addEventListener('x', f, first);
      target.addEventListener('x', f, second);
    });
    assert_equals(log.length, calls);
  }, `the same listener twice: ${name}`);
}
test(() => {
  const { target, log } = listenerOrder((target, log) => {
    target.addEventListener('x', () => log.push(1), { once: true });
  });
  target.dispatchEvent(new Event('x'));
  assert_equals(log.length, 1);
}, 'once');
test(() => {
  const { log } = listenerOrder((target, log) => {
    const f = () => log.push('once');
    target.addEventListener('x', () => { target.dispatchEvent(new Event('x')); }, { once: true });
    target.addEventListener('x', f, { once: true });
  });
  assert_array_equals(log, ['once']);
}, 'once, dispatched again in a listener');
test(() => {
  const { log } = listenerOrder((target, log) => {
    const f = () => log.push(1);
    target.addEventListener('x', f);
    target.removeEventListener('x', f, true);
    target.removeEventListener('y', f);
  });
  assert_equals(log.length, 1);
}, 'removal requires the same type and capture');
test(() => {
  const { log } = listenerOrder((target, log) => {
    const later = () => log.push('later');
    target.addEventListener('x', () => target.removeEventListener('x', later));
    target.addEventListener('x', later);
  });
  assert_equals(log.length, 0);
}, 'removal during the dispatch');
test(() => {
  const { log } = listenerOrder((target, log) => {
    target.addEventListener('x', () => target.addEventListener('x', () => log.push('added')));
  });
  assert_equals(log.length, 0);
}, 'addition during the dispatch');
test(() => {
  const { log } = listenerOrder((target, log) => {
    const object = { handleEvent(event) { log.push(this === object, event.type); } };
    target.addEventListener('x', object);
  });
  assert_array_equals(log, [true, 'x']);
}, 'handleEvent');
test(() => {
  const { log } = listenerOrder((target, log) => {
    let f = () => log.push('old');
    const object = { get handleEvent() { return f; } };
    target.addEventListener('x', object);
    f = () => log.push('new');
  });
  assert_array_equals(log, ['new']);
}, 'handleEvent is looked up for each event');
test(() => {
  const { log } = listenerOrder((target, log) => {
    target.addEventListener('x', null);
    target.addEventListener('x', undefined);
    target.removeEventListener('x', null);
    log.push('fine');
  });
  assert_equals(log.length, 1);
}, 'null and undefined are ignored as listeners');
for (const [name, call] of Object.entries({
  'no argument': target => target.addEventListener(),
  'one argument': target => target.addEventListener('x'),
  'a number': target => target.addEventListener('x', 1),
  'a string': target => target.addEventListener('x', 'f'),
  'signal null': target => target.addEventListener('x', () => {}, { signal: null }),
  'dispatch without an argument': target => target.dispatchEvent(),
  'dispatch of null': target => target.dispatchEvent(null),
  'dispatch of an object': target => target.dispatchEvent({}),
  'this is not an EventTarget': () => EventTarget.prototype.addEventListener.call({}, 'x', () => {}),
})) test(() => assert_throws_js(TypeError, () => call(new EventTarget())), `throws: ${name}`);
test(() => {
  const controller = new AbortController();
  const { target, log } = listenerOrder((target, log) => {
    target.addEventListener('x', () => log.push(1), { signal: controller.signal });
  });
  controller.abort();
  target.dispatchEvent(new Event('x'));
  assert_equals(log.length, 1);
}, 'a signal removes a listener');
test(() => {
  const { log } = listenerOrder((target, log) => {
    target.addEventListener('x', () => log.push(1), { signal: AbortSignal.abort() });
  });
  assert_equals(log.length, 0);
}, 'an already aborted signal');
test(() => {
  const controller = new AbortController();
  const { log } = listenerOrder((target, log) => {
    target.addEventListener('x', () => controller.abort());
    target.addEventListener('x', () => log.push(1), { signal: controller.signal });
  });
  assert_equals(log.length, 0);
}, 'a signal that is aborted during the dispatch');
test(() => {
  const controller = new AbortController();
  const { log } = listenerOrder((target, log) => {
    const listener = () => log.push(1);
    target.addEventListener('x', listener, { signal: controller.signal });
    target.removeEventListener('x', listener);
    target.addEventListener('x', listener);
    controller.abort();
  });
  assert_equals(log.length, 1);
}, 'a signal does not remove a listener that was added again without it');
test(() => {
  const controller = new AbortController();
  const { log } = listenerOrder((target, log) => {
    const listener = () => log.push(1);
    target.addEventListener('x', listener);
    target.addEventListener('x', listener, { signal: controller.signal });
    controller.abort();
  });
  assert_equals(log.length, 1);
}, 'a signal does not remove the same listener that was added before without it');
test(() => {
  const target = new EventTarget(), event = new Event('x', { cancelable: true });
  target.addEventListener('x', event => {
    event.preventDefault();
    assert_false(event.defaultPrevented);
  }, { passive: true });
  assert_true(target.dispatchEvent(event));
  target.addEventListener('x', event => event.preventDefault());
  assert_false(target.dispatchEvent(event));
}, 'passive listeners cannot cancel');
test(() => {
  const target = new EventTarget(), event = new Event('x');
  let thrown;
  target.addEventListener('x', () => { try { target.dispatchEvent(event); } catch (error) { thrown = error; } });
  target.dispatchEvent(event);
  assert_equals(thrown.name, 'InvalidStateError');
  assert_true(target.dispatchEvent(event));
}, 'an event cannot be dispatched while it is being dispatched');
test(() => {
  class Mine extends EventTarget { #secret = 1; secret() { return this.#secret; } }
  const mine = new Mine();
  let got;
  mine.addEventListener('x', event => { got = event.target; });
  mine.dispatchEvent(new CustomEvent('x', { detail: 1 }));
  assert_equals(got, mine);
  assert_equals(got.secret(), 1);
}, 'EventTarget can be subclassed');
test(() => {
  const log = [];
  const f = event => log.push(event.target === self);
  addEventListener('mine', f);
  dispatchEvent(new Event('mine'));
  removeEventListener('mine', f);
  dispatchEvent(new Event('mine'));
  assert_array_equals(log, [true]);
}, 'the global object is an event target');
test(() => {
  const errors = [];
  const listener = event => errors.push(event.error);
  addEventListener('error', listener);
  const { log } = listenerOrder((target, log) => {
    target.addEventListener('x', () => { throw 'first'; });
    target.addEventListener('x', { handleEvent: 1 });
    target.addEventListener('x', () => log.push('after'));
  });
  removeEventListener('error', listener);
  assert_array_equals(log, ['after']);
  assert_equals(errors[0], 'first');
  assert_true(errors[1] instanceof TypeError);
}, 'exceptions of listeners are reported, and the other listeners run');
