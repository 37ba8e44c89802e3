// Replays a recording in Node: `node --import ./replay.mjs app.js`.

import { AsyncLocalStorage } from 'node:async_hooks';
import { ControlledLoop } from './controlled_loop.mjs';
import { installClock, VirtualClock } from './clock.mjs';
import { countConsoleCalls } from './console_calls.mjs';
import { installErrors } from './errors.mjs';
import { installFrames, installIdleCallbacks, installImmediates, installTimers } from './timers.mjs';
import { installMessages } from './messages.mjs';
import { installOperations } from './operations.mjs';
import { installRandomNumbers } from './random_numbers.mjs';
import { installScheduler } from './scheduler.mjs';
import { installSignals } from './signals.mjs';
import { replaceModules, writeError } from './node_modules.mjs';
import { placeOfCaller } from './place.mjs';

/** The exit code of a program that does not fit the recording: that of `posttask run --order`. */
const DOES_NOT_FIT = 3;

export function replay(recording) {
  const global = globalThis;
  const { setImmediate } = global;
  const storage = new AsyncLocalStorage();
  const context = {
    run: (signal, callback) => storage.run(signal, callback),
    get: () => storage.getStore(),
    posted() {},
  };
  let turns = 0;
  let hasFailed = false;
  let hasThrown = false;
  // Node runs all microtasks after each immediate, except after one that throws.
  const nextTurn = callback => setImmediate(hasThrown ? () => setImmediate(callback) : callback);
  const ownFiles = [import.meta.url.replace('file://', '')];
  const loop = new ControlledLoop(recording, {
    nextTurn: callback => storage.exit(() => nextTurn(() => {
      turns++;
      callback();
    })),
    // Node tells when nothing else can happen.
    waits() {},
    callbackThrows() { hasThrown = true; },
    place: () => placeOfCaller(ownFiles),
    fail(message) {
      hasFailed = true;
      writeError(`posttask replay: ${message}`);
      process.exitCode = DOES_NOT_FIT;
    },
  });
  const errors = installErrors(loop, text => {
    writeError(text);
    process.exitCode ||= 1;
  }, global);
  const isAlone = name => process.listenerCount(name) === 1;
  process.on('uncaughtException', error => {
    const isOfCallback = hasThrown;
    hasThrown = false;
    if (!isAlone('uncaughtException')) return;
    // The exception of a callback is reported after the microtasks: the end of "invoke a callback function" in Web IDL.
    if (isOfCallback) loop.interrupt(errors.report(error));
    else errors.exception(error);
  });
  process.on('unhandledRejection', (reason, promise) => errors.rejected(promise, reason, turns));
  process.on('rejectionHandled', promise => errors.handled(promise));
  process.on('beforeExit', () => loop.end());
  process.on('exit', () => {
    if (!hasFailed) loop.end();
  });

  const clock = new VirtualClock();
  loop.onStep = at => {
    clock.jump(at);
    clock.turn();
  };
  global.self ??= global;
  global.scriptArgs = recording.arguments;
  if (recording.window) global.window ??= global;
  installClock(clock, global);
  installRandomNumbers(recording.seed, global);
  installTimers(loop, global, recording.isForNode);
  installImmediates(loop, global, recording.isForNode);
  installIdleCallbacks(loop, clock, global);
  installFrames(loop, recording.hertz, global);
  const { toPriority } = installSignals(loop, errors.exception, global);
  installScheduler(loop, context, toPriority, global);
  installMessages(loop, errors.exception, global);
  installOperations(loop, global);
  countConsoleCalls(console, () => loop.printed());
  replaceModules(loop, ownFiles);
}
