// Programs that run for a long time: each pattern performs `n` operations of one kind through the event loop, and
// leaves nothing behind that the program still holds. After the first part of a run, its memory must not grow.
//
// `start(name, n)` starts a pattern. At its end, `done` is true, or `failure` is a text; `progress` is the number of
// operations performed so far. From a command line, this prints a line for each hundredth of the operations:
// posttask run --virtual-time patterns.js NAME N

var progress = 0;
var done = false;
var failure;

// Called after each batch of operations.
let report = () => {};

const BATCH = 100;
const FAR = 1e9;
const PRIORITIES = ['user-blocking', 'user-visible', 'background'];
const nothing = () => {};

const sleep = (delay) => new Promise((resolve) => setTimeout(resolve, delay));

const assert = (condition, message) => {
  if (!condition) throw new Error(message);
};

const rejected = (promise) => promise.then(() => assert(false, 'not rejected'), nothing);

const messageOf = (port) => new Promise((resolve) => {
  port.onmessage = ({ data }) => resolve(data);
});

/**
 * Performs operations, of which `size` are under way at the same time. The timer after each batch fires when nothing
 * else is left to do, including background tasks.
 */
async function inBatches(n, operation, size = BATCH) {
  for (let first = 0; first < n; first += size) {
    const count = Math.min(size, n - first);
    await Promise.all(Array.from({ length: count }, (_, i) => operation(first + i)));
    await sleep(1);
    progress += count;
    report();
  }
}

/** Performs operations that each fire an event of `type` at the global object, whose default is prevented. */
async function preventing(type, n, operation) {
  let count = 0;
  const listener = (event) => {
    event.preventDefault();
    count += 1;
  };
  addEventListener(type, listener);
  await inBatches(n, operation);
  removeEventListener(type, listener);
  assert(count === n, `${count} instead of ${n} events of type ${type}`);
}

const patterns = {
  // Tasks

  post: (n) => inBatches(n, () => {
    scheduler.postTask(nothing);
  }),

  postAndAwait: (n) => inBatches(n, (i) => scheduler.postTask(() => i)),

  postWithPriorities: (n) => inBatches(n, (i) => scheduler.postTask(nothing, { priority: PRIORITIES[i % 3] })),

  postWithDelay: (n) => inBatches(n, (i) => scheduler.postTask(nothing, { delay: i % 10 })),

  postAndThrow: (n) => inBatches(n, () => rejected(scheduler.postTask(() => {
    throw new Error('expected');
  }))),

  postWithProxies: (n) => inBatches(n, (i) => {
    const get = (target, key, receiver) => Reflect.get(target, key, receiver);
    return scheduler.postTask(nothing, new Proxy({ priority: PRIORITIES[i % 3] }, { get }));
  }),

  abortBeforeRun: (n) => inBatches(n, () => {
    const controller = new AbortController();
    const task = scheduler.postTask(nothing, { signal: controller.signal });
    controller.abort();
    return rejected(task);
  }),

  abortDelayed: (n) => inBatches(n, () => {
    const controller = new TaskController();
    const task = scheduler.postTask(nothing, { delay: FAR, signal: controller.signal });
    controller.abort();
    return rejected(task);
  }),

  abortInTask: (n) => inBatches(n, () => {
    const controller = new TaskController();
    return rejected(scheduler.postTask(async () => {
      controller.abort();
      await rejected(scheduler.yield());
    }, { signal: controller.signal }));
  }),

  tasksOfOneAbortSignal: (n) => {
    const { signal } = new AbortController();
    return inBatches(n, (i) => scheduler.postTask(nothing, { signal, delay: i % 2 }));
  },

  tasksOfOneTaskSignal: (n) => {
    const { signal } = new TaskController({ priority: 'background' });
    return inBatches(n, (i) => scheduler.postTask(nothing, { signal, delay: i % 2 }));
  },

  controllerPerTask: (n) => inBatches(n, () => scheduler.postTask(nothing, { signal: new TaskController().signal })),

  setPriority: (n) => inBatches(n, (i) => {
    const controller = new TaskController();
    controller.signal.onprioritychange = nothing;
    const task = scheduler.postTask(nothing, { signal: controller.signal });
    controller.setPriority(PRIORITIES[i % 3]);
    return task;
  }),

  setPriorityOfOneSignal: (n) => {
    const controller = new TaskController();
    return inBatches(n, (i) => {
      const task = scheduler.postTask(nothing, { signal: controller.signal });
      controller.setPriority(PRIORITIES[i % 3]);
      return task;
    });
  },

  yieldAlone: (n) => inBatches(n, () => scheduler.yield()),

  yieldOneAfterAnother: (n) => inBatches(n, () => scheduler.yield(), 1),

  yieldInTasks: (n) => inBatches(n, (i) => scheduler.postTask(async () => {
    await scheduler.yield();
    await Promise.resolve();
    await scheduler.yield();
  }, { priority: PRIORITIES[i % 3] })),

  yieldInTasksOfOneSignal: (n) => {
    const { signal } = new TaskController({ priority: 'user-blocking' });
    return inBatches(n, () => scheduler.postTask(() => scheduler.yield(), { signal }));
  },

  // Each task is posted by the one before.
  chainOfTasks: (n) => inBatches(Math.ceil(n / BATCH), async () => {
    const { promise, resolve } = Promise.withResolvers();
    const post = (left) => scheduler.postTask(() => (left ? post(left - 1) : resolve()));
    post(BATCH);
    await promise;
    progress += BATCH - 1;
  }, 1),

  // Signals

  anyOfOneSignal: (n) => {
    const { signal } = new AbortController();
    return inBatches(n, () => {
      AbortSignal.any([signal, new AbortController().signal]);
    });
  },

  anyOfOneSignalObserved: (n) => {
    const { signal } = new AbortController();
    return inBatches(n, () => {
      const any = AbortSignal.any([signal]);
      any.addEventListener('abort', nothing);
      any.removeEventListener('abort', nothing);
    });
  },

  anyOfOneSignalInTasks: (n) => {
    const { signal } = new AbortController();
    return inBatches(n, () => scheduler.postTask(nothing, { signal: AbortSignal.any([signal]) }));
  },

  anyOfShortLivedSignals: (n) => inBatches(n, () => {
    const controllers = [new AbortController(), new AbortController()];
    AbortSignal.any(controllers.map(({ signal }) => signal)).onabort = nothing;
    controllers[1].abort();
  }),

  // Neither source is aborted.
  anyOfDroppedSignals: (n) => inBatches(n, () => {
    AbortSignal.any([new AbortController().signal, new AbortController().signal]).onabort = nothing;
  }),

  anyOfAny: (n) => {
    const { signal } = new AbortController();
    return inBatches(n, () => {
      AbortSignal.any([AbortSignal.any([signal]), AbortSignal.timeout(5)]);
    });
  },

  taskSignalAny: (n) => inBatches(n, () => {
    const controller = new TaskController();
    const signal = TaskSignal.any([new AbortController().signal], { priority: controller.signal });
    const task = scheduler.postTask(nothing, { signal });
    controller.setPriority('background');
    return task;
  }),

  taskSignalAnyOfOneSignal: (n) => {
    const controller = new TaskController();
    return inBatches(n, () => {
      const signal = TaskSignal.any([controller.signal], { priority: controller.signal });
      return scheduler.postTask(nothing, { signal });
    });
  },

  timeoutUnobserved: (n) => inBatches(n, () => {
    AbortSignal.timeout(5);
  }),

  timeoutUnobservedAndLong: (n) => inBatches(n, () => {
    AbortSignal.timeout(FAR);
  }),

  timeoutObserved: (n) => inBatches(n, () => new Promise((resolve) => {
    AbortSignal.timeout(5).onabort = resolve;
  })),

  timeoutOfTasks: (n) => inBatches(n, () => scheduler.postTask(nothing, { signal: AbortSignal.timeout(FAR) })),

  // Listeners and events

  listenersWithOneSignalRemoved: (n) => {
    const { signal } = new AbortController();
    const target = new EventTarget();
    return inBatches(n, () => {
      const listener = () => {};
      target.addEventListener('a', listener, { signal });
      target.removeEventListener('a', listener);
    });
  },

  listenersWithOneSignalOnce: (n) => {
    const { signal } = new AbortController();
    const target = new EventTarget();
    return inBatches(n, () => {
      target.addEventListener('a', () => {}, { signal, once: true });
      target.dispatchEvent(new Event('a'));
    });
  },

  listenersWithOneSignalOfDroppedTargets: (n) => {
    const { signal } = new AbortController();
    return inBatches(n, () => {
      new EventTarget().addEventListener('a', () => {}, { signal });
    });
  },

  listenersAborted: (n) => {
    const target = new EventTarget();
    return inBatches(n, () => {
      const controller = new AbortController();
      target.addEventListener('a', nothing, { signal: controller.signal });
      controller.abort();
    });
  },

  listenersOnce: (n) => {
    const target = new EventTarget();
    return inBatches(n, () => new Promise((resolve) => {
      target.addEventListener('a', resolve, { once: true });
      target.dispatchEvent(new Event('a'));
    }));
  },

  listenersRemoved: (n) => inBatches(n, () => {
    const listener = () => {};
    addEventListener('a', listener);
    removeEventListener('a', listener);
  }),

  listenersOfOneTarget: (n) => {
    const target = new EventTarget();
    const listeners = Array.from({ length: 1000 }, () => () => {});
    for (const listener of listeners) target.addEventListener('a', listener);
    return inBatches(n, (i) => {
      target.removeEventListener('a', listeners[i % 1000]);
      target.addEventListener('a', listeners[i % 1000]);
    });
  },

  dispatch: (n) => {
    const target = new EventTarget();
    target.addEventListener('a', nothing);
    return inBatches(n, () => target.dispatchEvent(new Event('a')));
  },

  dispatchDistinctTypes: (n) => {
    const target = new EventTarget();
    return inBatches(n, (i) => {
      target.addEventListener(`a${i}`, nothing, { once: true });
      target.dispatchEvent(new Event(`a${i}`));
    });
  },

  customEvents: (n) => {
    const target = new EventTarget();
    target.addEventListener('a', nothing);
    return inBatches(n, (i) => target.dispatchEvent(new CustomEvent('a', { detail: { i } })));
  },

  subclassesOfEvent: (n) => {
    class Progress extends Event {
      constructor(loaded) {
        super('progress');
        this.loaded = loaded;
      }
    }
    const target = new EventTarget();
    target.addEventListener('progress', nothing);
    return inBatches(n, (i) => target.dispatchEvent(new Progress(i)));
  },

  // Each class is used once.
  subclassesOfEventTarget: (n) => inBatches(n, () => {
    class Target extends EventTarget {}
    const target = new Target();
    target.addEventListener('a', nothing);
    target.dispatchEvent(new Event('a'));
  }),

  // Timers and idle callbacks

  timeouts: (n) => inBatches(n, (i) => sleep(i % 10)),

  timeoutsCleared: (n) => inBatches(n, () => clearTimeout(setTimeout(nothing, FAR))),

  intervalsCleared: (n) => inBatches(n, () => new Promise((resolve) => {
    let count = 0;
    const id = setInterval(() => {
      count += 1;
      if (count < 2) return;
      clearInterval(id);
      resolve();
    }, 1);
  })),

  timersWithText: (n) => inBatches(n, (i) => {
    setTimeout(`/* ${i} */ nothing();`);
  }),

  timersWithArguments: (n) => inBatches(n, (i) => new Promise((resolve) => setTimeout(resolve, 0, { i }, [i]))),

  idleCallbacks: (n) => inBatches(n, (i) => new Promise((resolve) => {
    requestIdleCallback(resolve, { timeout: i % 2 ? FAR : 0 });
  })),

  idleCallbacksCancelled: (n) => inBatches(n, () => cancelIdleCallback(requestIdleCallback(nothing, { timeout: FAR }))),

  // Messages

  portsClosed: (n) => inBatches(n, () => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = nothing;
    port2.onmessage = nothing;
    port1.close();
  }),

  portsDropped: (n) => inBatches(n, () => {
    const { port2 } = new MessageChannel();
    port2.postMessage('never received');
  }),

  messageRoundTrips: (n) => {
    const { port1, port2 } = new MessageChannel();
    port2.onmessage = ({ data }) => port2.postMessage(data);
    return inBatches(n, async (i) => {
      const answer = messageOf(port1);
      port1.postMessage({ i, text: 'message' });
      assert((await answer).i === i, 'another message');
    }, 1).finally(() => port1.close());
  },

  messagesWithPorts: (n) => {
    const { port1, port2 } = new MessageChannel();
    port2.onmessage = ({ ports: [port] }) => port.postMessage('answer');
    return inBatches(n, async () => {
      const channel = new MessageChannel();
      const answer = messageOf(channel.port1);
      port1.postMessage(null, [channel.port2]);
      await answer;
      channel.port1.close();
    }).finally(() => port1.close());
  },

  broadcastChannels: (n) => inBatches(n, async (i) => {
    const [sender, receiver] = [new BroadcastChannel(`channel ${i}`), new BroadcastChannel(`channel ${i}`)];
    const message = messageOf(receiver);
    sender.postMessage(i);
    await message;
    sender.close();
    receiver.close();
  }),

  broadcastChannelsDropped: (n) => inBatches(n, (i) => {
    new BroadcastChannel(`channel ${i}`).postMessage(i);
  }),

  // Promises and microtasks

  microtasks: (n) => inBatches(n, () => new Promise((resolve) => queueMicrotask(resolve))),

  promiseChains: (n) => inBatches(n, async (i) => {
    let promise = Promise.resolve(i);
    for (let link = 0; link < 5; link += 1) promise = promise.then((value) => value);
    await promise.finally(nothing);
  }),

  promisesDropped: (n) => inBatches(n, () => {
    new Promise(nothing).then(nothing);
    (async () => {
      await new Promise(nothing);
    })();
  }),

  thenables: (n) => inBatches(n, async (i) => {
    const then = (resolve) => scheduler.postTask(() => resolve(i));
    await { then };
  }),

  asyncGenerators: (n) => inBatches(n, async () => {
    async function* slices() {
      for (let slice = 0; slice < 3; slice += 1) yield scheduler.postTask(() => slice);
    }
    for await (const slice of slices()) {
      if (slice === 1) break;
    }
  }),

  rejectionsHandledLate: async (n) => {
    let count = 0;
    const listener = () => {
      count += 1;
    };
    addEventListener('rejectionhandled', listener);
    await preventing('unhandledrejection', n, async (i) => {
      const promise = Promise.reject(new Error(`expected ${i}`));
      await sleep(5);
      await rejected(promise);
    });
    removeEventListener('rejectionhandled', listener);
    assert(count === n, `${count} instead of ${n} events of type rejectionhandled`);
  },

  rejectionsUnhandled: (n) => preventing('unhandledrejection', n, (i) => {
    Promise.reject(new Error(`expected ${i}`));
  }),

  rejectionsOfTasksUnhandled: (n) => preventing('unhandledrejection', n, (i) => {
    scheduler.postTask(() => Promise.reject(i));
  }),

  // Errors

  errorsCaught: (n) => inBatches(n, (i) => scheduler.postTask(() => {
    const fail = (depth) => {
      if (depth === 0) throw new TypeError(`expected ${i}`);
      fail(depth - 1);
    };
    try {
      fail(5);
    } catch (error) {
      assert(error.stack, 'no stack');
    }
  })),

  errorsReported: (n) => preventing('error', n, (i) => reportError(new Error(`expected ${i}`))),

  errorsOfTimers: (n) => preventing('error', n, (i) => {
    setTimeout(() => {
      throw new Error(`expected ${i}`);
    });
  }),

  domExceptions: (n) => inBatches(n, (i) => {
    const exception = new DOMException(`expected ${i}`, 'AbortError');
    assert(AbortSignal.abort(exception).reason === exception, 'another reason');
  }),

  // Performance

  marksAndMeasures: (n) => inBatches(n, (i) => {
    performance.mark(`start ${i}`, { detail: { i } });
    performance.mark('end');
    performance.measure('all', `start ${i}`, 'end');
    performance.clearMarks();
    performance.clearMeasures();
  }),

  marksClearedByName: (n) => inBatches(n, async (i) => {
    performance.mark(`mark ${i}`);
    await sleep(0);
    performance.clearMarks(`mark ${i}`);
  }),

  performanceObservers: (n) => inBatches(n, async () => {
    const { promise, resolve } = Promise.withResolvers();
    const observer = new PerformanceObserver(resolve);
    observer.observe({ type: 'mark' });
    performance.mark('mark');
    await promise;
    observer.disconnect();
    performance.clearMarks('mark');
  }, 1),

  performanceObserversWithoutEntries: (n) => inBatches(n, () => {
    const observer = new PerformanceObserver(nothing);
    observer.observe({ entryTypes: ['mark', 'measure'] });
    observer.disconnect();
  }),

  // Clones and data

  clonesWithTransfer: (n) => inBatches(n, () => {
    const buffer = new ArrayBuffer(1024);
    const { port1 } = new MessageChannel();
    structuredClone({ buffer, port1 }, { transfer: [buffer, port1] });
    assert(buffer.byteLength === 0, 'not transferred');
  }),

  clonesOfCollections: (n) => inBatches(n, (i) => {
    const map = new Map([[i, new Set([i, `text ${i}`])]]);
    structuredClone({ map, error: new RangeError('a', { cause: map }), date: new Date(0), expression: /a/g });
  }),

  blobs: (n) => inBatches(n, async (i) => {
    const blob = new Blob([`text ${i}`, new Uint8Array(100)]);
    await blob.slice(0, 4).text();
    await blob.arrayBuffer();
  }),

  fileReaders: (n) => inBatches(n, (i) => new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = resolve;
    reader.readAsText(new File([`text ${i}`], 'name'));
  })),

  objectUrls: (n) => inBatches(n, async (i) => {
    const url = URL.createObjectURL(new Blob([`text ${i}`]));
    await (await fetch(url)).text();
    URL.revokeObjectURL(url);
  }),

  textCoders: (n) => inBatches(n, (i) => {
    const bytes = new TextEncoder().encode(`text ${i} äöü`);
    const decoder = new TextDecoder();
    decoder.decode(bytes.subarray(0, -1), { stream: true });
    decoder.decode(bytes.subarray(-1));
    new TextDecoder('utf-16le').decode(new Uint16Array(10));
  }),

  urls: (n) => inBatches(n, (i) => {
    const url = new URL(`/path/${i}?a=1#b`, 'https://example.com');
    url.searchParams.append('key', `value ${i}`);
    new URLSearchParams(url.search).sort();
  }),

  base64: (n) => inBatches(n, (i) => atob(btoa(`text ${i}`))),

  digests: (n) => inBatches(n, (i) => crypto.subtle.digest('SHA-256', new Uint8Array([i]))),

  randomValues: (n) => inBatches(n, () => {
    crypto.getRandomValues(new Uint8Array(16));
    crypto.randomUUID();
  }),

  // Fetch

  bodies: (n) => inBatches(n, async (i) => {
    const headers = new Headers({ 'x-number': String(i) });
    const request = new Request('https://example.com/', { method: 'POST', body: `text ${i}`, headers });
    await request.clone().text();
    await new Response(await request.arrayBuffer(), { headers }).text();
    await Response.json({ i }).json();
  }),

  formData: (n) => inBatches(n, async (i) => {
    const data = new FormData();
    data.append('name', new File([`text ${i}`], 'file'));
    await new Response(data).formData();
  }),

  fetches: (n) => inBatches(n, async (i) => {
    const response = await fetch(`data:text/plain,${i}`);
    assert(await response.text() === String(i), 'another text');
  }),

  fetchesOfOneSignal: (n) => {
    const { signal } = new AbortController();
    return inBatches(n, async (i) => (await fetch(`data:,${i}`, { signal })).text());
  },

  fetchesAborted: (n) => inBatches(n, () => {
    const controller = new AbortController();
    const response = fetch('data:,a', { signal: controller.signal });
    controller.abort();
    return rejected(response);
  }),

  fetchesThatFail: (n) => inBatches(n, () => rejected(fetch('https://example.invalid/'))),

  requestsOfOneSignal: (n) => {
    const { signal } = new AbortController();
    return inBatches(n, () => {
      new Request('https://example.com/', { signal });
    });
  },

  // Source text

  placesInFunctions: (n) => inBatches(n, (i) => new Function(`/* ${i} */ return scheduler.postTask(() => {})`)()),

  placesInDirectEval: (n) => inBatches(n, (i) => eval(`/* ${i} */ scheduler.postTask(() => {})`)),

  placesInIndirectEval: (n) => inBatches(n, (i) => (0, eval)(`/* ${i} */ scheduler.postTask(() => {})`)),

  placesOfTimersInEval: (n) => inBatches(n, (i) => eval(`/* ${i} */ new Promise((r) => setTimeout(r))`)),

  syntaxErrors: (n) => inBatches(n, (i) => {
    let error;
    try {
      new Function(`/* ${i} */ let let;`);
    } catch (caught) {
      error = caught;
    }
    assert(error instanceof SyntaxError, 'no error');
  }),

  // Weak references

  finalizationRegistry: (n) => {
    const registry = new FinalizationRegistry(nothing);
    return inBatches(n, (i) => registry.register({ i }, i));
  },

  finalizationRegistries: (n) => inBatches(n, (i) => {
    const token = {};
    const registry = new FinalizationRegistry(nothing);
    registry.register({ i }, i, token);
    registry.unregister(token);
  }),

  weakRefs: (n) => inBatches(n, (i) => assert(new WeakRef({ i }).deref().i === i, 'collected too early')),

  weakMaps: (n) => {
    const map = new WeakMap();
    return inBatches(n, (i) => {
      const key = {};
      map.set(key, { key, i });
    });
  },
};

function start(name, n) {
  progress = 0;
  done = false;
  failure = undefined;
  Promise.try(() => patterns[name](n)).then(
    () => {
      done = true;
    },
    (error) => {
      failure = String(error);
    },
  ).then(() => report());
}

if (globalThis.scriptArgs) {
  const [name, n] = scriptArgs;
  let hundredths = 0;
  report = () => {
    if (failure !== undefined) throw new Error(failure);
    for (; hundredths < Math.floor((progress / n) * 100); hundredths += 1) console.log(hundredths + 1);
  };
  if (Object.hasOwn(patterns, name ?? '')) start(name, Number(n));
  else console.log(Object.keys(patterns).join('\n'));
}
