// META: title=Resource timing of fetch
const observed = (options = {}) => new Promise(resolve => {
  new PerformanceObserver((list, observer, init) => {
    observer.disconnect();
    resolve([list.getEntries(), init]);
  }).observe({ type: 'resource', ...options });
});
const get = async url => (await fetch(url)).text();
const clear = () => {
  performance.clearResourceTimings();
  performance.setResourceTimingBufferSize(250);
};

const assertOpaque = entry => {
  for (const name of ['redirectStart', 'redirectEnd', 'domainLookupStart', 'domainLookupEnd', 'connectStart',
    'connectEnd', 'secureConnectionStart', 'requestStart', 'responseStart', 'finalResponseHeadersStart',
    'transferSize', 'encodedBodySize', 'decodedBodySize', 'responseStatus']) assert_equals(entry[name], 0, name);
};

test(() => {
  const names = performance.getEntriesByType('resource').map(entry => entry.name);
  assert_true(names.some(name => name.endsWith('/resources/testharness.js')), 'the scripts of this test are resources');
  const [script] = performance.getEntriesByType('resource');
  assert_true(script instanceof PerformanceResourceTiming);
  assert_equals(script.initiatorType, 'script');
}, 'Scripts are resources');

promise_test(async () => {
  clear();
  const entries = observed();
  const text = await get('/resources/testharness.js');
  const [[entry]] = await entries;
  assert_true(entry instanceof PerformanceResourceTiming && entry instanceof PerformanceEntry);
  assert_equals(entry.name, new URL('/resources/testharness.js', location).href);
  assert_equals(entry.entryType, 'resource');
  assert_equals(entry.initiatorType, 'fetch');
  assert_equals(entry.responseStatus, 200);
  assert_equals(entry.contentType, 'text/javascript');
  assert_equals(entry.decodedBodySize, new TextEncoder().encode(text).length);
  assert_equals(entry.encodedBodySize, entry.decodedBodySize);
  assert_equals(entry.transferSize, entry.encodedBodySize + 300);
  assert_equals(entry.redirectStart, 0);
  assert_equals(entry.redirectEnd, 0);
  assert_equals(entry.secureConnectionStart, 0);
  assert_equals(entry.renderBlockingStatus, 'non-blocking');
  const times = ['startTime', 'fetchStart', 'domainLookupStart', 'domainLookupEnd', 'connectStart', 'connectEnd',
    'requestStart', 'responseStart', 'responseEnd'].map(name => entry[name]);
  assert_array_equals(times, times.toSorted((a, b) => a - b), 'the times are in order');
  assert_equals(entry.duration, entry.responseEnd - entry.startTime);
  assert_equals(performance.getEntriesByType('resource').length, 1);
  assert_equals(performance.getEntriesByName(entry.name)[0], entry);
}, 'A response has an entry');

promise_test(async () => {
  clear();
  const entries = observed();
  await get('/resources/none.txt');
  const [[entry]] = await entries;
  assert_equals(entry.responseStatus, 404);
  const failing = observed();
  await promise_rejects_js(globalThis, TypeError, fetch('http://other.test/'));
  const [[failed]] = await failing;
  assert_equals(failed.name, 'http://other.test/');
  assert_equals(failed.responseStatus, 0);
  assert_equals(failed.transferSize, 0);
  assert_true(failed.startTime > 0 && failed.responseEnd >= failed.startTime);
  assert_equals(failed.fetchStart, failed.startTime);
  assert_equals(failed.duration, failed.responseEnd - failed.startTime);
  assertOpaque(failed);
  const redirecting = observed();
  const location = '/resources/testharness.js?pipe=status(302)|header(Location,http://other.test/)';
  await promise_rejects_js(globalThis, TypeError, fetch(location));
  const [[redirected]] = await redirecting;
  assert_equals(redirected.name, new URL(location, globalThis.location).href);
  assert_equals(redirected.fetchStart, redirected.startTime);
  assertOpaque(redirected);
}, 'Responses that are errors, and requests without a response, have entries');

promise_test(async () => {
  clear();
  await get('data:,x');
  await get(URL.createObjectURL(new Blob(['x'])));
  assert_equals(performance.getEntriesByType('resource').length, 0);
}, 'URLs without a network have none');

promise_test(async () => {
  clear();
  const entries = observed();
  await get('/resources/testharness.js');
  const [[entry]] = await entries;
  const json = entry.toJSON();
  for (const name in PerformanceResourceTiming.prototype) {
    if (typeof entry[name] !== 'function') assert_equals(json[name], entry[name], name);
  }
  for (const name in PerformanceEntry.prototype) {
    if (typeof entry[name] !== 'function') assert_equals(json[name], entry[name], name);
  }
}, 'toJSON() contains all attributes');

promise_test(async () => {
  clear();
  performance.setResourceTimingBufferSize(1);
  let events = 0;
  performance.onresourcetimingbufferfull = event => {
    events++;
    assert_true(event.isTrusted);
    assert_equals(event.target, performance);
    performance.setResourceTimingBufferSize(3);
  };
  for (let n = 0; n < 3; n++) await get('/resources/testharness.js');
  await new Promise(resolve => setTimeout(resolve));
  assert_equals(events, 1, 'one event');
  assert_equals(performance.getEntriesByType('resource').length, 3, 'the handler has made room');
  performance.onresourcetimingbufferfull = null;
  await get('/resources/testharness.js');
  await new Promise(resolve => setTimeout(resolve));
  assert_equals(performance.getEntriesByType('resource').length, 3, 'there is no room');
  const [entries, { droppedEntriesCount }] = await observed({ buffered: true });
  assert_equals(entries.length, 3);
  assert_equals(droppedEntriesCount, 1);
}, 'A full buffer fires an event, and drops what has no room');

test(() => {
  assert_throws_js(TypeError, () => performance.setResourceTimingBufferSize());
  assert_throws_js(TypeError, () => performance.setResourceTimingBufferSize(Symbol()));
  assert_throws_js(TypeError, () => performance.clearResourceTimings.call({}));
  assert_throws_js(TypeError, () => new PerformanceResourceTiming());
}, 'Wrong arguments throw');

test(() => {
  const mark = new PerformanceMark('x');
  assert_equals(mark.id, 0, 'not in the timeline');
  const [one, two] = [performance.mark('x'), performance.measure('x')];
  assert_true(one.id > 0 && two.id > one.id);
  assert_equals(one.navigationId, two.navigationId);
}, 'Entries of the timeline have numbers');
