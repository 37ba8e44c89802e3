// Replays a recording in a page.

import { ControlledLoop } from './controlled_loop.mjs';
import { installClock, VirtualClock } from './clock.mjs';
import { countConsoleCalls } from './console_calls.mjs';
import { installErrors } from './errors.mjs';
import { installFrames, installIdleCallbacks, installTimers } from './timers.mjs';
import { installMessages } from './messages.mjs';
import { installOperations } from './operations.mjs';
import { installRandomNumbers } from './random_numbers.mjs';
import { installScheduler } from './scheduler.mjs';
import { installSignals } from './signals.mjs';
import { placeOfCaller } from './place.mjs';

/** After so many times 100 ms in which nothing happens, nothing will. Pauses of a debugger count once. */
const PATIENCE = 100;

/** Returns a function that calls back in a task of its own, which no task overtakes that the page queues until then. */
function taskQueue() {
  const { port1, port2 } = new MessageChannel();
  const { postMessage } = port1;
  const waiting = [];
  port2.onmessage = ({ data: isSecond }) => {
    // The first message was sent before the microtasks, which may queue tasks, such as that of unhandled rejections.
    if (isSecond) waiting.shift()();
    else postMessage.call(port1, true);
  };
  return callback => {
    waiting.push(callback);
    postMessage.call(port1, false);
  };
}

/** What propagates a task's signal: a page cannot, so the recording says whose signal a continuation has. */
function contextOf(loop) {
  const signals = new Map();
  let current;
  return {
    run(signal, callback) {
      current = signal;
      try {
        return callback();
      } finally {
        current = undefined;
      }
    },
    get: () => (current?.aborted ? current : signals.get(loop.next('continuation')?.inherits)),
    posted: (work, signal) => signals.set(work, signal),
  };
}

export function replay(recording) {
  const global = globalThis;
  const { setTimeout, clearTimeout, addEventListener, removeEventListener, dispatchEvent } = global;
  const nativeConsole = { ...console };
  const ownFile = document.currentScript.src;
  const nextTask = taskQueue();
  let turns = 0;
  let hasThrown = false;
  let timer;

  const loop = new ControlledLoop(recording, {
    nextTurn(callback) {
      clearTimeout(timer);
      nextTask(() => {
        turns++;
        callback();
      });
    },
    waits() {
      let left = PATIENCE;
      const tick = () => {
        if (--left > 0) timer = setTimeout(tick, 100);
        else loop.end();
      };
      timer = setTimeout(tick, 100);
    },
    callbackThrows() { hasThrown = true; },
    place: () => placeOfCaller([ownFile]),
    fail: message => nativeConsole.error(`posttask replay: ${message}`),
  });
  const others = { addEventListener, removeEventListener, dispatchEvent };
  const errors = installErrors(loop, nativeConsole.error, global, others);
  const hear = (type, listener) => addEventListener.call(global, type, event => {
    event.stopImmediatePropagation();
    event.preventDefault();
    listener(event);
  });
  hear('error', ({ error }) => {
    const isOfCallback = hasThrown;
    hasThrown = false;
    // The exception of a callback is reported after the microtasks: the end of "invoke a callback function" in Web IDL.
    if (isOfCallback) loop.interrupt(errors.report(error));
    else errors.exception(error);
  });
  hear('unhandledrejection', ({ promise, reason }) => errors.rejected(promise, reason, turns));
  hear('rejectionhandled', ({ promise }) => errors.handled(promise));

  const clock = new VirtualClock();
  loop.onStep = at => {
    clock.jump(at);
    clock.turn();
  };
  global.scriptArgs = recording.arguments;
  installClock(clock, global);
  installRandomNumbers(recording.seed, global);
  installTimers(loop, global, false);
  installIdleCallbacks(loop, clock, global);
  installFrames(loop, recording.hertz, global);
  const { toPriority } = installSignals(loop, errors.exception, global);
  installScheduler(loop, contextOf(loop), toPriority, global);
  installMessages(loop, errors.exception, global);
  installOperations(loop, global);
  countConsoleCalls(console, () => loop.printed());
  // The program may have nothing to run at all.
  loop.wake();
}
