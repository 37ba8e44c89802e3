// Waiting until something holds, on the clock of the tests.

import { pause } from './timers';

const clock = () => performance.now();

/** Calls a function until it does not throw. */
export async function waitFor(fn, options = {}) {
  const { timeout = 1000, interval = 50 } = typeof options === 'number' ? { timeout: options } : options;
  const end = clock() + timeout;
  for (;;) {
    let failure;
    try {
      return await fn();
    } catch (error) {
      failure = error;
    }
    if (clock() >= end) throw failure ?? new Error('Timed out in waitFor!');
    await pause(interval);
  }
}

/** Calls a function until what it returns is true. */
export async function waitUntil(fn, options = {}) {
  const { timeout = 1000, interval = 50 } = typeof options === 'number' ? { timeout: options } : options;
  const end = clock() + timeout;
  for (;;) {
    const value = await fn();
    if (value) return value;
    if (clock() >= end) throw new Error('Timed out in waitUntil!');
    await pause(interval);
  }
}
