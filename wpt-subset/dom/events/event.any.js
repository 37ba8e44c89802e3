// META: title=Event and CustomEvent
'use strict';
for (const [name, init] of Object.entries({
  bubbles: { bubbles: true },
  cancelable: { cancelable: 1 },
  composed: { composed: 'yes' },
  none: {},
  all: { bubbles: true, cancelable: true, composed: true },
})) {
  test(() => {
    const event = new Event('type', init);
    for (const flag of ['bubbles', 'cancelable', 'composed']) assert_equals(event[flag], Boolean(init[flag]), flag);
  }, `the initializer: ${name}`);
}
test(() => {
  const event = new Event('type');
  assert_equals(event.type, 'type');
  for (const name of ['target', 'currentTarget', 'srcElement']) assert_equals(event[name], null, name);
  assert_equals(event.eventPhase, Event.NONE);
  for (const name of ['isTrusted', 'defaultPrevented', 'cancelBubble']) assert_false(event[name], name);
  assert_true(event.returnValue);
  assert_array_equals(event.composedPath(), []);
  assert_greater_than_equal(performance.now(), event.timeStamp);
}, 'a new event');
for (const [name, value] of Object.entries({ NONE: 0, CAPTURING_PHASE: 1, AT_TARGET: 2, BUBBLING_PHASE: 3 })) {
  test(() => {
    assert_equals(Event[name], value);
    assert_equals(Event.prototype[name], value);
    assert_false(Object.getOwnPropertyDescriptor(Event, name).writable);
  }, `constant ${name}`);
}
for (const type of ['', 'a b', null, undefined, 5]) {
  test(() => assert_equals(new Event(type).type, String(type)), `type ${format_value(type)}`);
}
for (const [name, make] of Object.entries({
  'no type': () => new Event(),
  'without new': () => Event('x'),
  'an initializer that is a number': () => new Event('x', 1),
  'a symbol as type': () => new Event(Symbol()),
})) test(() => assert_throws_js(TypeError, make), `throws: ${name}`);
test(() => {
  const { get, set, configurable, enumerable } = Object.getOwnPropertyDescriptor(new Event('x'), 'isTrusted');
  assert_equals(get, Object.getOwnPropertyDescriptor(new CustomEvent('y'), 'isTrusted').get);
  assert_equals(set, undefined);
  assert_false(configurable);
  assert_true(enumerable);
  assert_throws_js(TypeError, () => get.call({}));
}, 'isTrusted is unforgeable');
test(() => {
  const target = new EventTarget(), event = new Event('x');
  target.addEventListener('x', event => {
    assert_equals(event.eventPhase, Event.AT_TARGET);
    assert_equals(event.currentTarget, target);
    assert_array_equals(event.composedPath(), [target]);
  });
  target.dispatchEvent(event);
  assert_equals(event.target, target);
  assert_equals(event.currentTarget, null);
  assert_equals(event.eventPhase, Event.NONE);
  assert_array_equals(event.composedPath(), []);
}, 'during and after the dispatch');
test(() => {
  const event = new Event('x');
  event.preventDefault();
  assert_false(event.defaultPrevented);
  const cancelable = new Event('x', { cancelable: true });
  cancelable.returnValue = true;
  assert_false(cancelable.defaultPrevented);
  cancelable.returnValue = false;
  assert_true(cancelable.defaultPrevented);
  cancelable.returnValue = true;
  assert_true(cancelable.defaultPrevented);
}, 'preventDefault and returnValue');
for (const stop of ['stopPropagation', 'stopImmediatePropagation', 'cancelBubble']) {
  test(() => {
    const target = new EventTarget(), log = [];
    target.addEventListener('x', event => {
      log.push(1);
      if (stop === 'cancelBubble') event.cancelBubble = true; else event[stop]();
      assert_true(event.cancelBubble);
    });
    target.addEventListener('x', () => log.push(2));
    const event = new Event('x');
    target.dispatchEvent(event);
    assert_equals(log.length, stop === 'stopImmediatePropagation' ? 1 : 2);
    assert_false(event.cancelBubble);
  }, stop);
}
test(() => {
  const event = new Event('old', { bubbles: true, cancelable: true });
  event.preventDefault();
  event.initEvent('new', false, true);
  assert_equals(event.type, 'new');
  assert_false(event.bubbles || event.defaultPrevented);
  assert_true(event.cancelable);
}, 'initEvent');
test(() => {
  const target = new EventTarget(), event = new Event('x');
  target.addEventListener('x', event => event.initEvent('y', true, true));
  target.dispatchEvent(event);
  assert_equals(event.type, 'x');
}, 'initEvent has no effect during the dispatch');
for (const detail of [undefined, null, 0, 'text', { an: 'object' }]) {
  test(() => {
    assert_equals(new CustomEvent('x', { detail }).detail, detail ?? null);
  }, `CustomEvent with detail ${format_value(detail)}`);
}
test(() => {
  const event = new CustomEvent('x');
  event.initCustomEvent('y', true, false, 'detail');
  assert_equals(event.type + event.detail + event.bubbles, 'ydetailtrue');
}, 'initCustomEvent');
for (const [name, ...rest] of [['no detail'], ['detail undefined', false, false, undefined]]) {
  test(() => {
    const event = new CustomEvent('x', { detail: 1 });
    event.initCustomEvent('y', ...rest);
    assert_equals(event.detail, null);
  }, `initCustomEvent with ${name}`);
}
