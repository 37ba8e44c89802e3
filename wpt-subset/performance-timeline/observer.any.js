// META: title=PerformanceObserver
'use strict';
const once = (t, options, act) => new Promise(resolve => {
  const observer = new PerformanceObserver((...args) => resolve({ observer, args }));
  t.add_cleanup(() => { observer.disconnect(); performance.clearMarks(); performance.clearMeasures(); });
  observer.observe(options);
  act(observer);
});
for (const options of [{ entryTypes: ['mark'] }, { entryTypes: ['mark', 'measure', 'unknown'] }, { type: 'mark' }]) {
  promise_test(async t => {
    const { observer, args } = await once(t, options, () => { performance.mark('a'); performance.mark('b'); });
    assert_equals(args[1], observer);
    assert_true(args[0] instanceof PerformanceObserverEntryList);
    assert_array_equals(args[0].getEntries().map(entry => entry.name), ['a', 'b']);
    assert_array_equals(args[0].getEntriesByName('b').map(entry => entry.name), ['b']);
    assert_array_equals(args[0].getEntriesByType('measure'), []);
    assert_equals(args[2].droppedEntriesCount, 0);
  }, `observe(${JSON.stringify(options)})`);
}
promise_test(async t => {
  performance.mark('before');
  const { args } = await once(t, { type: 'mark', buffered: true }, () => {});
  assert_array_equals(args[0].getEntries().map(entry => entry.name), ['before']);
}, 'buffered entries');
promise_test(async t => {
  const { args } = await once(t, { type: 'mark' }, observer => {
    observer.observe({ type: 'measure' });
    performance.mark('mark');
    performance.measure('measure', { start: 0, end: 1 });
  });
  assert_array_equals(args[0].getEntries().map(entry => entry.name), ['measure', 'mark']);
}, 'a second observe() adds a type');
test(() => {
  const observer = new PerformanceObserver(() => {});
  observer.observe({ type: 'mark' });
  performance.mark('record');
  assert_array_equals(observer.takeRecords().map(entry => entry.name), ['record']);
  assert_array_equals(observer.takeRecords(), []);
  observer.disconnect();
  performance.mark('after');
  assert_array_equals(observer.takeRecords(), []);
}, 'takeRecords and disconnect');
const observe = (...args) => new PerformanceObserver(() => {}).observe(...args);
for (const [name, call] of Object.entries({
  'no callback': () => new PerformanceObserver(),
  'a callback that is not a function': () => new PerformanceObserver({}),
  'observe()': () => observe(),
  'no types': () => observe({}),
  'entryTypes and type': () => observe({ entryTypes: ['mark'], type: 'mark' }),
  'entryTypes and buffered': () => observe({ entryTypes: ['mark'], buffered: true }),
  'entryTypes that is not a sequence': () => observe({ entryTypes: 'mark' }),
  'new PerformanceEntry()': () => new PerformanceEntry(),
  'new PerformanceObserverEntryList()': () => new PerformanceObserverEntryList(),
})) test(() => assert_throws_js(TypeError, call), `throws: ${name}`);
test(() => {
  const observer = new PerformanceObserver(() => {});
  observer.observe({ type: 'mark' });
  assert_throws_dom('InvalidModificationError', () => observer.observe({ entryTypes: ['mark'] }));
}, 'type, then entryTypes');
test(() => {
  const observer = new PerformanceObserver(() => {});
  observer.observe({ entryTypes: ['mark'] });
  assert_throws_dom('InvalidModificationError', () => observer.observe({ type: 'mark' }));
}, 'entryTypes, then type');
test(() => {
  const types = PerformanceObserver.supportedEntryTypes;
  assert_array_equals(types, ['mark', 'measure', 'resource']);
  assert_equals(types, PerformanceObserver.supportedEntryTypes);
  assert_true(Object.isFrozen(types));
}, 'supportedEntryTypes');
