// Observes long tasks: with --long-tasks, those of over 50 ms, with their microtasks; without, the type is unknown.
const busy = ms => { const end = performance.now() + ms; while (performance.now() < end); };
const round = entry => `${entry.name} at ${Math.round(entry.startTime)} for ${Math.round(entry.duration)}`;
console.log(PerformanceObserver.supportedEntryTypes.join());
console.log('interfaces', typeof PerformanceLongTaskTiming, typeof TaskAttributionTiming);
const observer = new PerformanceObserver(list => {
  for (const entry of list.getEntries()) {
    const { name, entryType, containerType, containerId } = entry.attribution[0];
    console.log('observed', entry.entryType, round(entry), entry instanceof PerformanceEntry);
    console.log(name, entryType, containerType, JSON.stringify(containerId), Object.isFrozen(entry.attribution));
  }
});
observer.observe({ entryTypes: ['longtask', 'mark'] });
scheduler.postTask(() => busy(45));
scheduler.postTask(() => { busy(30); Promise.resolve().then(() => busy(30)); });
setTimeout(() => busy(80), 200);
setTimeout(() => {
  console.log('in the timeline', performance.getEntriesByType('longtask').length);
  new PerformanceObserver(list => console.log('buffered', list.getEntries().map(round).join()))
    .observe({ type: 'longtask', buffered: true });
}, 500);
busy(60);
