// `mock.timers` of node:test: https://nodejs.org/api/test.html#class-mocktimers. The timers are those of the other
// runners.

import { failure, wrongType } from './node_errors';
import * as timers from './timers';

const APIS = ['setTimeout', 'setInterval', 'setImmediate', 'Date'];

/** Those that need no mock: they wait on the clock of the tests, which stands still. */
const ALWAYS = ['scheduler.wait', 'AbortSignal.timeout'];

const invalid = (name, value, reason) =>
  failure(TypeError, 'ERR_INVALID_ARG_VALUE', `The property '${name}' ${reason}. Received ${String(value)}`);

/** Whether timers are mocked by a tracker. There is one clock for all. */
let owner = null;

class MockTimers {
  #apis = [];

  #needsTimers() {
    if (owner !== this) {
      const message = 'Invalid state: You should enable MockTimers first by calling the .enable function';
      throw failure(Error, 'ERR_INVALID_STATE', message);
    }
  }

  enable(options = {}) {
    const { apis = APIS, now = 0 } = Array.isArray(options) ? { apis: options } : (options ?? {});
    if (owner !== null) throw failure(Error, 'ERR_INVALID_STATE', 'Invalid state: MockTimers is already enabled!');
    if (!Array.isArray(apis)) throw wrongType('"options.apis" property', 'an instance of Array', apis);
    for (const api of apis) {
      if (![...APIS, ...ALWAYS].includes(api)) throw invalid('options.apis', api, `option ${api} is not supported`);
    }
    const time = now instanceof Date ? now.getTime() : now;
    if (typeof time !== 'number') throw wrongType('"options.now" property', 'of type number', now);
    if (!(time >= 0)) throw invalid('options.now', now, 'must be a time since 1970');
    const toFake = apis.flatMap(api => (/^set/.test(api) ? [api, api.replace('set', 'clear')] : [api]));
    timers.useFakeTimers({ toFake, now: apis.includes('Date') ? time : undefined });
    owner = this;
    this.#apis = apis;
  }

  /** Moves the time of dates alone if no timers are mocked: those of the program keep their times. */
  #move(ms, name) {
    if (this.#apis.some(api => api.startsWith('set'))) timers.moveAtOnce(ms, name);
    else timers.moveDates(ms);
  }

  tick(time = 1) {
    this.#needsTimers();
    if (!(time >= 0)) throw invalid('time', time, 'must be a positive number');
    this.#move(time, 'mock.timers.tick');
  }

  runAll() {
    this.#needsTimers();
    this.#move(timers.timeToLast(), 'mock.timers.runAll');
  }

  setTime(time = 0) {
    this.#needsTimers();
    if (typeof time !== 'number') throw wrongType('"time" argument', 'of type number', time);
    if (!(time >= 0)) throw invalid('time', time, 'must be a positive number');
    if (this.#apis.includes('Date')) timers.setSystemTime(time);
  }

  reset() {
    if (owner !== this) return;
    owner = null;
    timers.useRealTimers();
  }

  [Symbol.dispose]() {
    this.reset();
  }
}

export const create = () => new MockTimers();
