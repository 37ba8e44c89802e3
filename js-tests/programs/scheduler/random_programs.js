// args: --virtual-time
// Runs five hundred random programs and prints a checksum of the logs of every fifty. The expected sums are those that
// Chromium 148 prints for this file, so a different sum means that the order differs from Chromium's. With a number as
// argument, the program prints the log of that one random program:
//     posttask run --virtual-time js-tests/programs/scheduler/random_programs.js 17
// The programs do not use features that hosts may order as they like (timers, delays) or that browsers do not have
// (options of `yield`).

// If a task aborts its own signal, the promise that its callback returned remains unhandled.
addEventListener('unhandledrejection', event => event.preventDefault());

const priorities = ['user-blocking', 'user-visible', 'background'];

/** Returns a generator of numbers below a limit, the same everywhere for the same seed: Marsaglia's xorshift. */
function numbers(seed) {
  let state = Math.imul(seed, 2654435761) >>> 0 || 1;
  return limit => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % limit;
  };
}

/** Starts the program of a seed. Its log is complete when `open`, the number of its pending promises, is 0. */
function start(seed) {
  const below = numbers(seed), pick = list => list[below(list.length)];
  const controllers = [], signals = [], program = { log: [], open: 0 };
  const log = text => program.log.push(text);
  const name = reason => reason?.name ?? String(reason);
  let actions = 0;

  function watch(promise, id) {
    program.open++;
    promise.then(value => log(`${id} gives ${value}`), reason => log(`${id} fails: ${name(reason)}`))
      .finally(() => program.open--);
  }

  function keep(signal) {
    const id = signals.push(signal);
    log(`signal ${id}: ${signal.priority} ${signal.aborted}`);
    signal.addEventListener('abort', () => {
      log(`signal ${id} aborts: ${name(signal.reason)}`);
      if (below(4) === 0) act();
    });
    signal.addEventListener('prioritychange', event => {
      log(`signal ${id}: ${event.previousPriority} to ${signal.priority}`);
      if (below(4) === 0) act();
    });
  }

  function control(controller) {
    controllers.push(controller);
    keep(controller.signal);
  }

  function options() {
    const options = {};
    if (below(3) === 0) options.priority = below(15) ? pick(priorities) : 'urgent';
    if (signals.length && below(2)) options.signal = below(20) ? pick(signals) : {};
    return options;
  }

  /** Returns a callback of a task. Its continuations inherit from the task, however they come about. */
  const callback = id => pick([
    () => { act(); return id; },
    () => { throw pick([undefined, null, 5, new RangeError('thrown')]); },
    () => { act(); act(); return Promise.resolve(id); },
    () => ({ then(resolve) { log(`${id} is asked for then`); act(); resolve('a thenable'); } }),
    async () => {
      for (let i = below(4); i > 0; i--) {
        await scheduler.yield();
        log(`${id} goes on`);
        act();
      }
    },
    async () => {
      await null;
      const continuation = scheduler.yield();
      act();
      watch(continuation, `yield ${id}`);
      await continuation;
      watch(scheduler.yield(), `second yield ${id}`);
    },
    () => queueMicrotask(() => {
      log(`microtask of ${id}`);
      watch(scheduler.yield(), `yield in a microtask ${id}`);
      act();
    }),
    () => {
      const inner = scheduler.postTask(() => {
        log(`inner ${id}`);
        watch(scheduler.yield(), `inner yield ${id}`);
      }, options());
      watch(inner, `inner task ${id}`);
      return inner;
    },
  ]);

  const post = id => {
    const steps = callback(id);
    watch(scheduler.postTask(() => { log(`${id} runs`); return steps(); }, options()), id);
  };
  const change = () => pick(controllers)?.setPriority?.(pick(priorities));
  const sources = () => Array.from({ length: signals.length && below(4) }, () => pick(signals));
  const possible = [
    post, post, post, post, post, change, change,
    id => watch(scheduler.yield(), `yield ${id}`),
    () => control(new TaskController(below(2) ? { priority: pick(priorities) } : {})),
    () => control(new AbortController()),
    () => keep(AbortSignal.any(sources())),
    () => keep(TaskSignal.any(sources(), pick([
      undefined, {}, { priority: pick(priorities) }, { priority: pick([...signals, 'background']) },
    ]))),
    () => { if (below(2)) pick(controllers)?.abort(...pick([[], [1], ['why'], [null], [undefined]])); },
    () => {
      const signal = pick(signals);
      if (signal) signal.onprioritychange = event => { log(`handler: ${event.previousPriority}`); act(); };
    },
  ];

  function act() {
    if (actions === 60) return;
    const id = actions++;
    try { pick(possible)(id); } catch (error) { log(`${id} throws ${name(error)}`); }
  }

  for (let i = 12 + below(20); i > 0; i--) act();
  log('started');
  return program;
}

/** Runs a program and returns its log. The program starts in a task of a timer, so it inherits nothing. */
async function logOf(seed) {
  await new Promise(resolve => setTimeout(resolve));
  const program = start(seed);
  do await scheduler.postTask(() => {}, { priority: 'background' }); while (program.open > 0);
  return program.log;
}

(async () => {
  const only = Number(globalThis.scriptArgs?.[0]);
  if (only) return console.log((await logOf(only)).join('\n'));
  for (let seed = 1; seed <= 500;) {
    let events = 0, sum = 0;
    for (const first = seed; seed < first + 50; seed++) {
      const log = await logOf(seed);
      events += log.length;
      for (const character of log.join('\n')) sum = Math.imul(sum ^ character.charCodeAt(0), 16777619);
    }
    console.log(`programs to ${seed - 1}: ${events} events, ${(sum >>> 0).toString(16)}`);
  }
})();
