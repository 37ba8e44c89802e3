// navigator.locks.

import { pick, random } from '../values.mjs';
import { call, dictionary, many, texts, usually, wrong } from './values.mjs';

const options = () =>
  dictionary({
    mode: usually(() => pick(['exclusive', 'shared']), 9),
    ifAvailable: () => random(2) > 0,
    steal: () => random(4) === 0,
    signal: usually(() => pick([new AbortController().signal, AbortSignal.abort('why')])),
  });

// Requests of one name, all of which end.
async function lockSteps(steps) {
  const log = [];
  const all = steps.map(async ([name, settings, ticks], index) => {
    try {
      const result = await navigator.locks.request(name, settings, async lock => {
        log.push(`${index} gets ${lock?.name} ${lock?.mode}`);
        for (let left = ticks; left > 0; left--) await new Promise(resolve => setTimeout(resolve, 1));
        return index;
      });
      log.push(`${index} = ${result}`);
    } catch (error) {
      log.push(`${index} ${error?.name ?? error}`);
    }
  });
  const { held, pending } = await navigator.locks.query();
  await Promise.all(all);
  return [log, held.map(it => it.mode).toSorted(), pending.map(it => it.mode)];
}

export default {
  'steps of locks': call(lockSteps, () => [many(5, () => [pick(['a', 'a', 'b']), options(), random(2)])]),
  'locks.request of others': call(
    (...all) => navigator.locks.request(...all),
    () => [usually(texts)(), ...many(1, usually(options)), pick([it => `${it?.name} ${it?.mode}`, wrong()])],
  ),
};
