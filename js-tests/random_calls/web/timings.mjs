// performance, timers and queueMicrotask.

import { pick, random } from '../values.mjs';
import { call, dictionary, many, texts, usually, wrong } from './values.mjs';

const names = () => pick(['a', 'b', 'c', 'navigationStart', texts()]);
const times = usually(() => pick([0, 1, 2.5, 100, -1, 'a', 'b', 'navigationStart']));

function performanceSteps(steps) {
  performance.clearMarks();
  performance.clearMeasures();
  const log = [];
  for (const [name, ...values] of steps) {
    try {
      const entry = performance[name](...values);
      log.push(
        entry instanceof PerformanceEntry
          ? `${entry.entryType} ${entry.name} ${JSON.stringify(entry.detail)}`
          : typeof entry,
      );
    } catch (error) {
      log.push(`${name} ${error.name}`);
    }
  }
  const entries = performance.getEntries().filter(it => it.entryType === 'mark' || it.entryType === 'measure');
  const fixed = steps
    .filter(([name, , options]) => name === 'mark' && typeof options?.startTime === 'number')
    .map(([, name]) => name);
  return [
    log,
    entries.map(it => `${it.entryType} ${it.name}`).toSorted(),
    fixed.flatMap(it => performance.getEntriesByName(it, 'mark').map(mark => typeof mark.startTime)),
  ];
}

const step = () =>
  pick([
    () => ['mark', names(), dictionary({ startTime: usually(() => pick([0, 1, 2.5, 100])), detail: wrong })],
    () => ['mark', names()],
    () => [
      'measure',
      names(),
      pick([undefined, dictionary({ start: times, end: times, duration: times, detail: wrong }), wrong()]),
      ...many(1, times),
    ],
    () => ['clearMarks', ...many(1, names)],
    () => ['clearMeasures', ...many(1, names)],
    () => ['mark', ...many(2, wrong)],
  ])();

// A timer with such a delay, beside others.
async function timerSteps(delays) {
  const log = [];
  delays.forEach((it, index) => {
    try {
      const id = setTimeout((...values) => log.push(`${index} ${values.length}`), it, 1, 2);
      log.push(typeof id);
    } catch (error) {
      log.push(error.name);
    }
  });
  await new Promise(resolve => setTimeout(resolve, 30));
  return log;
}

export default {
  'steps of performance': call(performanceSteps, () => [many(6, step)]),
  'delays of timers': call(timerSteps, () => [many(2, () => pick([undefined, null, -5, '1', NaN, false, [], {}, 0]))]),
  'setTimeout of others': call(
    (name, ...all) => {
      const id = globalThis[name](...all);
      clearTimeout(id);
      return typeof id;
    },
    () => [pick(['setTimeout', 'setInterval']), pick([() => {}, '', wrong()]), ...many(1, wrong)],
  ),
  'clearTimeout of others': call(
    (name, ...all) => globalThis[name](...all),
    () => [pick(['clearTimeout', 'clearInterval']), ...many(1, wrong)],
  ),
  'queueMicrotask of others': call(
    (...all) => queueMicrotask(...all),
    () =>
      many(
        1,
        usually(() => () => {}),
      ),
  ),
  'PerformanceObserver.observe': call(
    (...all) => {
      const it = new PerformanceObserver(() => {});
      it.observe(...all);
      it.disconnect();
    },
    () =>
      many(
        1,
        usually(() =>
          dictionary({
            type: usually(() => pick(['mark', 'measure', 'none'])),
            entryTypes: usually(() => pick([['mark'], [], ['none']])),
            buffered: wrong,
          }),
        ),
      ),
  ),
};
