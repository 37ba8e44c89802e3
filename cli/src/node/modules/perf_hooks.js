'use strict';
// node:perf_hooks: https://nodejs.org/api/perf_hooks.html. The clock and the timeline are those of the web.

const { error } = require('node:internal/errors');
const { createHistogram } = require('node:internal/histogram');

const { performance } = globalThis;

function missing(name, advice) {
  return () => {
    throw error('ERR_METHOD_NOT_IMPLEMENTED', `perf_hooks.${name} is not available in posttask: ${advice}`);
  };
}

const eventLoopUtilization = () => ({ idle: 0, active: 0, utilization: 0 });

/// Calls a function, and adds an entry with its duration.
function timerify(steps) {
  return function timerified(...args) {
    const start = performance.now();
    const done = () => performance.measure(steps.name || 'anonymous', { start, end: performance.now() });
    const result = new.target ? Reflect.construct(steps, args, new.target) : Reflect.apply(steps, this, args);
    if (typeof result?.finally === 'function') return result.finally(done);
    done();
    return result;
  };
}

for (const [name, value] of Object.entries({ eventLoopUtilization, timerify, nodeTiming: { name: 'node' } })) {
  if (!(name in performance)) {
    Object.defineProperty(performance, name, { value, writable: true, configurable: true, enumerable: false });
  }
}

module.exports = {
  PerformanceEntry: globalThis.PerformanceEntry,
  PerformanceMark: globalThis.PerformanceMark,
  PerformanceMeasure: globalThis.PerformanceMeasure,
  PerformanceObserver: globalThis.PerformanceObserver,
  PerformanceObserverEntryList: globalThis.PerformanceObserverEntryList,
  PerformanceResourceTiming: globalThis.PerformanceResourceTiming,
  constants: {},
  createHistogram,
  eventLoopUtilization,
  monitorEventLoopDelay: missing('monitorEventLoopDelay', '--stats shows how long work waits'),
  performance,
  timerify,
};
