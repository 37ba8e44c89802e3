// args: --test-host
// An observer of another realm gets a list, arrays and entries that belong to that realm.
const other = testHost.createRealm();
const realmOf = (object, name) =>
  object instanceof other[name] ? 'there' : object instanceof globalThis[name] ? 'here' : 'nowhere';
globalThis.show = other.show = (label, list, observer, self) => {
  const entries = list.getEntries();
  console.log(`${label}: ${entries.map(entry => entry.name)};`,
    `list ${realmOf(list, 'PerformanceObserverEntryList')}, entries ${realmOf(entries, 'Array')},`,
    `by type ${realmOf(list.getEntriesByType('mark'), 'Array')},`,
    `by name ${realmOf(list.getEntriesByName('there'), 'Array')},`,
    `an entry ${realmOf(entries[0], 'PerformanceMark')},`,
    `observer ${realmOf(observer, 'PerformanceObserver')}, ${observer === self}`);
  observer.disconnect();
};
testHost.evaluateInRealm(other, `
  new PerformanceObserver(function (list, observer) {
    show('observer there', list, observer, this);
  }).observe({ type: 'mark' });
`);
new PerformanceObserver(function (list, observer) {
  show('observer here', list, observer, this);
}).observe({ type: 'mark' });
performance.mark('here');
other.performance.mark('there');
const own = new other.PerformanceObserver(() => {});
own.observe({ type: 'mark' });
other.performance.mark('taken');
console.log('records that were taken:', realmOf(own.takeRecords(), 'Array'));
console.log('entries of the timeline:', realmOf(other.performance.getEntries(), 'Array'));
own.disconnect();
