// scheduler, TaskController, TaskSignal.

import { pick, random } from '../values.mjs';
import { call, dictionary, many, usually, wrong } from './values.mjs';

const priorities = () => pick(['background', 'user-visible', 'user-blocking']);
const priority = usually(priorities);
const signals = () =>
  pick([
    () => new AbortController().signal,
    () => AbortSignal.abort('why'),
    () => new TaskController({ priority: priorities() }).signal,
    () => TaskSignal.any([new TaskController().signal], { priority: priorities() }),
    () => null,
  ])();
const delays = usually(() => pick([0, 1, 2, -1, 1.5, '1']));
const options = () => dictionary({ priority, signal: usually(signals), delay: delays });

async function taskSteps(steps) {
  const controllers = [new TaskController(), new TaskController({ priority: 'background' })];
  const log = [];
  controllers.forEach((it, index) =>
    it.signal.addEventListener('prioritychange', event =>
      log.push(`${index} ${event.previousPriority} ${it.signal.priority}`),
    ),
  );
  const waits = [];
  steps.forEach(([name, index, value, settings], number) => {
    try {
      if (name === 'post') {
        const result = scheduler.postTask(() => log.push(number), settings);
        waits.push(result.catch(error => log.push(`${number} ${error?.name ?? error}`)));
      } else if (name === 'with signal') {
        const result = scheduler.postTask(() => log.push(number), {
          ...settings,
          delay: 0,
          signal: controllers[index].signal,
        });
        waits.push(result.catch(error => log.push(`${number} ${error?.name ?? error}`)));
      } else if (name === 'set') controllers[index].setPriority(value);
      else if (name === 'abort') controllers[index].abort(value);
      else waits.push(scheduler.yield().then(() => log.push(`yield ${number}`)));
    } catch (error) {
      log.push(`${name} ${error.name} ${error.code}`);
    }
  });
  await Promise.all(waits);
  return [log, controllers.map(it => [it.signal.priority, it.signal.aborted])];
}

const step = () => [
  pick(['post', 'post', 'with signal', 'with signal', 'set', 'abort', 'yield']),
  random(2),
  random(4) ? priorities() : wrong(),
  random(3) ? dictionary({ priority: priorities }) : pick([options(), { delay: 3 }]),
];

export default {
  'scheduler.postTask': call(
    (...all) => scheduler.postTask(...all),
    () => [usually(() => () => 'result', 9)(), ...many(1, usually(options, 9))],
  ),
  'scheduler.yield': call(
    (...all) => scheduler.yield(...all),
    () => many(1, wrong),
  ),
  'new TaskController': call(
    (...all) => {
      const it = new TaskController(...all);
      return [it.signal.priority, it.signal.aborted];
    },
    () =>
      many(
        1,
        usually(() => dictionary({ priority })),
      ),
  ),
  'TaskController.setPriority': call(
    (...all) => {
      const it = new TaskController();
      it.setPriority(...all);
      return it.signal.priority;
    },
    () => many(1, priority),
  ),
  'TaskSignal.any': call(
    (...all) => {
      const it = TaskSignal.any(...all);
      return [it.priority, it.aborted, it.reason];
    },
    () => [
      usually(() => many(2, usually(signals)))(),
      ...many(
        1,
        usually(() => dictionary({ priority: pick([priority, signals]) })),
      ),
    ],
  ),
  'steps of tasks': call(taskSteps, () => [many(9, step)]),
};
