// node:process and node:timers.

import process from 'node:process';
import timers from 'node:timers';
import timersPromises from 'node:timers/promises';

import { pick, random } from '../values.mjs';
import { many, wrong } from './values.mjs';

async function warned(...values) {
  const seen = [];
  const listener = it => seen.push([it.name, it.code, it.message, it.detail]);
  process.on('warning', listener);
  try {
    process.emitWarning(...values);
    await new Promise(resolve => setImmediate(resolve));
  } finally {
    process.off('warning', listener);
  }
  return seen;
}

async function timerSteps() {
  const log = [];
  const timer = timers.setTimeout(() => log.push('fired'), pick([1, 0, 5]));
  for (let step = 0; step < 4; step++) {
    const name = pick(['ref', 'unref', 'hasRef', 'refresh', 'close', 'toPrimitive']);
    const result = name === 'toPrimitive' ? typeof timer[Symbol.toPrimitive]() : timer[name]();
    log.push(`${name} ${result === timer ? 'this' : result}`);
  }
  await new Promise(resolve => timers.setTimeout(resolve, 10));
  return log;
}

export default {
  'process.emitWarning': () => [
    [
      pick(['message', new Error('m'), wrong()]),
      ...many(2, () => pick(['Type', 'CODE', { type: 'T', code: 'C', detail: 'd' }, wrong()])),
    ].filter(it => it !== 'DeprecationWarning'),
    warned,
  ],
  'process.hrtime': () => [
    [pick([undefined, [1, 2], [1], wrong()])],
    it => process.hrtime(it).map(part => typeof part),
  ],
  'process.nextTick of others': () => [
    [wrong()],
    it => typeof process.nextTick(typeof it === 'function' ? () => {} : it),
  ],
  'process.cwd and others': () => [
    [],
    () => ['cwd', 'uptime', 'memoryUsage', 'cpuUsage'].map(name => typeof process[name]()),
  ],
  'process.exitCode of others': () => [
    [pick([undefined, 0, '0', '', null, 'x', 1.5, {}, true, NaN])],
    it => {
      try {
        process.exitCode = it;
        return typeof process.exitCode;
      } finally {
        process.exitCode = undefined;
      }
    },
  ],
  Timeout: () => [[], timerSteps],
  'timers of others': () => {
    const name = pick(['setTimeout', 'setInterval', 'setImmediate', 'clearTimeout']);
    const call = timers[name];
    return [
      [pick([wrong(), () => {}])],
      it => {
        if (typeof it === 'function' && name === 'clearTimeout') return 'none';
        const result = call(typeof it === 'function' ? () => {} : it);
        if (name === 'setInterval') clearInterval(result);
        return [name, typeof result];
      },
    ];
  },
  'timers/promises': () => [
    [pick([1, 'v', undefined]), ...many(1, () => pick(['aborted', { ref: true }, { ref: 1 }, wrong()]))],
    async (value, given) => {
      const options = given === 'aborted' ? { signal: AbortSignal.abort() } : given;
      const results = [];
      for (const steps of [
        () => timersPromises.setTimeout(1, value, options),
        () => timersPromises.setImmediate(value, options),
      ]) {
        try {
          results.push(await steps());
        } catch (error) {
          results.push(`${error.name} ${error.code} ${error.message}`);
        }
      }
      return results;
    },
  ],
};
