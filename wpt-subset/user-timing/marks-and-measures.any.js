// META: title=User timing
'use strict';
const clean = () => {
  performance.clearMarks();
  performance.clearMeasures();
  performance.clearResourceTimings();
};
const timed = (f, name) => test(t => { clean(); t.add_cleanup(clean); f(t); }, name);
timed(() => {
  const before = performance.now(), mark = performance.mark('name'), after = performance.now();
  assert_true(mark instanceof PerformanceMark && mark instanceof PerformanceEntry);
  assert_equals(mark.name + mark.entryType + mark.duration, 'namemark0');
  assert_true(before <= mark.startTime && mark.startTime <= after);
  assert_equals(mark.detail, null);
  assert_equals(performance.getEntriesByName('name')[0], mark);
}, 'a mark');
for (const detail of [undefined, null, 0, '', 'text', { a: [1] }, new Date(5)]) {
  timed(() => {
    const mark = performance.mark('m', { detail });
    assert_equals(JSON.stringify(mark.detail), JSON.stringify(detail ?? null));
    if (typeof detail === 'object' && detail) assert_not_equals(mark.detail, detail);
  }, `the detail of a mark: ${format_value(detail)}`);
  timed(() => {
    const measure = performance.measure('m', { start: 0, detail });
    assert_equals(JSON.stringify(measure.detail), JSON.stringify(detail ?? null));
  }, `the detail of a measure: ${format_value(detail)}`);
}
timed(() => {
  performance.mark('a', { startTime: 10 });
  performance.mark('b', { startTime: 30 });
  const measure = performance.measure('m', 'a', 'b');
  assert_equals(measure.startTime, 10);
  assert_equals(measure.duration, 20);
}, 'a measure between two marks');
timed(() => {
  performance.mark('a', { startTime: 10 });
  performance.mark('a', { startTime: 20 });
  assert_equals(performance.measure('m', { start: 'a', end: 50 }).startTime, 20);
}, 'a measure uses the latest mark of a name');
for (const [name, options, start, duration] of [
  ['start and end', { start: 5, end: 9 }, 5, 4],
  ['start and duration', { start: 5, duration: 3 }, 5, 3],
  ['end and duration', { end: 9, duration: 3 }, 6, 3],
]) {
  timed(() => {
    const measure = performance.measure('m', options);
    assert_equals(measure.startTime, start);
    assert_equals(measure.duration, duration);
  }, `a measure with ${name}`);
}
timed(() => {
  const measure = performance.measure('m');
  assert_equals(measure.startTime, 0);
  assert_less_than_equal(measure.duration, performance.now());
}, 'a measure without options: from the time origin to now');
for (const options of [{}, undefined, null]) {
  timed(() => {
    assert_equals(performance.measure('m', options).startTime, 0);
  }, `empty options: ${format_value(options)}`);
}
for (const [name, call] of Object.entries({
  'mark()': () => performance.mark(),
  'a negative startTime': () => performance.mark('m', { startTime: -1 }),
  'startTime NaN': () => performance.mark('m', { startTime: NaN }),
  'options that are a number': () => performance.mark('m', 1),
  'measure()': () => performance.measure(),
  'options and an end mark': () => performance.measure('m', { start: 0 }, 'b'),
  'only a detail': () => performance.measure('m', { detail: 1 }),
  'only a duration': () => performance.measure('m', { duration: 1 }),
  'start, end and duration': () => performance.measure('m', { start: 0, end: 1, duration: 1 }),
  'a negative start': () => performance.measure('m', { start: -1 }),
  'a negative end': () => performance.measure('m', { end: -1 }),
  'a negative duration from a start': () => performance.measure('m', { start: 5, duration: -1 }),
  'a negative duration up to an end': () => performance.measure('m', { end: 5, duration: -1 }),
  'new PerformanceMeasure()': () => new PerformanceMeasure(),
  'new PerformanceMark()': () => new PerformanceMark(),
})) timed(() => assert_throws_js(TypeError, call), `throws: ${name}`);
for (const [name, call] of Object.entries({
  'start mark': () => performance.measure('m', 'missing'),
  'end mark': () => performance.measure('m', undefined, 'missing'),
  'start option': () => performance.measure('m', { start: 'missing' }),
  'end option': () => performance.measure('m', { end: 'missing' }),
  'start option, before a negative duration': () => performance.measure('m', { start: 'missing', duration: -1 }),
})) timed(() => assert_throws_dom('SyntaxError', call), `a missing ${name}`);
timed(() => {
  assert_throws_dom('DataCloneError', () => performance.mark('m', { detail: () => {} }));
}, 'a detail that cannot be cloned');
timed(() => {
  performance.mark('later', { startTime: 20 });
  performance.mark('early', { startTime: 10 });
  performance.measure('middle', { start: 15, end: 16 });
  assert_array_equals(performance.getEntries().map(entry => entry.name), ['early', 'middle', 'later']);
  assert_array_equals(performance.getEntriesByType('mark').map(entry => entry.name), ['early', 'later']);
  assert_array_equals(performance.getEntriesByType('nothing'), []);
  assert_equals(performance.getEntriesByName('middle', 'mark').length, 0);
  assert_equals(performance.getEntriesByName('middle', 'measure').length, 1);
}, 'entries by start time, name and type');
timed(() => {
  for (const name of ['a', 'b', 'a']) { performance.mark(name); performance.measure(name); }
  performance.clearMarks('a'); performance.clearMeasures('b'); performance.clearMarks('nothing');
  assert_array_equals(performance.getEntriesByType('mark').map(entry => entry.name), ['b']);
  assert_array_equals(performance.getEntriesByType('measure').map(entry => entry.name), ['a', 'a']);
  performance.clearMarks(); performance.clearMeasures();
  assert_equals(performance.getEntries().length, 0);
}, 'clearing');
timed(() => {
  const mark = new PerformanceMark('constructed', { startTime: 3 });
  assert_equals(mark.startTime, 3);
  assert_equals(performance.getEntriesByName('constructed').length, 0);
}, 'a constructed mark is not in the buffer');
timed(() => {
  const mark = performance.mark('j', { startTime: 3 });
  const { id, navigationId } = mark;
  const json = { id, name: 'j', entryType: 'mark', startTime: 3, duration: 0, navigationId };
  assert_equals(JSON.stringify(mark), JSON.stringify(json));
}, 'toJSON');
timed(() => {
  performance.mark('zero', { startTime: 0 });
  performance.mark('minus zero', { startTime: -0 });
  assert_array_equals(performance.getEntriesByType('mark').map(entry => entry.name), ['zero', 'minus zero']);
}, 'zero and minus zero are the same start time');

timed(() => {
  if ('WorkerGlobalScope' in self) {
    assert_throws_js(TypeError, () => performance.measure('from the start', 'navigationStart'));
    performance.mark('navigationStart');
    assert_throws_js(TypeError, () => performance.measure('from a mark', 'navigationStart'));
    return;
  }
  assert_equals(performance.measure('from the start', 'navigationStart').startTime, 0);
  assert_throws_dom('SyntaxError', () => performance.measure('from another', 'responseEnd'));
}, 'the times of a navigation');
