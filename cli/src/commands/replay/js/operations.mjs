// Operations of the engine that take time: reading blobs and bodies, digests, and `fetch`. The engine performs them,
// but their results arrive when the recording says so.

/** Makes operations end in steps of the loop. */
export function installOperations(loop, global) {
  /** Wraps a function that returns a promise: the result settles in a step of this kind. */
  function control(target, name, kind) {
    const native = target?.[name];
    if (!native) return;
    Object.defineProperty(target, name, {
      value(...given) {
        return settleInStep(kind, () => native.apply(this, given));
      },
      writable: true,
      configurable: true,
    });
  }

  /** Whether the engine is being called: it may call functions that are replaced here. */
  let isInEngine = false;

  function settleInStep(kind, callEngine, isOfHost) {
    const start = () => {
      isInEngine = true;
      try {
        return callEngine();
      } finally {
        isInEngine = false;
      }
    };
    if (isInEngine) return callEngine();
    return new Promise((resolve, reject) => {
      let settle;
      const isSettled = how => value => {
        settle = () => how(value);
        loop.wake();
      };
      loop.schedule(kind, function* () {
        // The step runs while the engine is still busy: turns pass until it has finished.
        while (!settle) yield () => {};
        settle();
      }, isOfHost);
      start().then(isSettled(resolve), isSettled(reject));
    });
  }

  for (const name of ['text', 'arrayBuffer', 'bytes']) control(global.Blob.prototype, name, 'blob read');
  for (const interface_ of [global.Request, global.Response]) {
    const body = Object.getOwnPropertyDescriptor(interface_.prototype, 'body');
    Object.defineProperty(interface_.prototype, 'body', {
      ...body,
      get() {
        if (!isInEngine) loop.stop('the stream of a body');
        return body.get.call(this);
      },
    });
    for (const name of ['text', 'arrayBuffer', 'bytes', 'json', 'blob', 'formData']) {
      const native = interface_.prototype[name];
      if (!native) continue;
      Object.defineProperty(interface_.prototype, name, {
        value() {
          if (!body.get.call(this)) return native.call(this);
          return settleInStep('body read', () => native.call(this));
        },
        writable: true,
        configurable: true,
      });
    }
  }
  const subtle = Object.getPrototypeOf(global.crypto.subtle);
  for (const name of Object.getOwnPropertyNames(subtle)) {
    if (name !== 'constructor' && typeof subtle[name] === 'function') control(subtle, name, 'crypto operation');
  }
  const { stream } = global.Blob.prototype;
  global.Blob.prototype.stream = function (...given) {
    if (!isInEngine) loop.stop('the stream of a blob');
    return stream.apply(this, given);
  };
  for (const name of ['FileReader', 'PerformanceObserver', 'Worker', 'XMLHttpRequest', 'WebSocket', 'EventSource']) {
    if (global[name]) global[name] = stopped(loop, global[name], name);
  }
  installFetch(loop, global, settleInStep);
}

/** A function or class that stops the replay when it is called. Reading its properties does not. */
export function stopped(loop, native, name, isExempt = () => false) {
  const stop = call => (...given) => {
    if (!isExempt()) loop.stop(name);
    return call(...given);
  };
  return new Proxy(native, { apply: stop(Reflect.apply), construct: stop(Reflect.construct) });
}

/** The bytes of the largest part in which a body of the network arrives. */
const PART = 64 * 1024;

/** Replaces `fetch`. Addresses of the network are answered as they were in the recording. */
function installFetch(loop, global, settleInStep) {
  const { fetch: nativeFetch, Response, Request, DOMException } = global;
  const answers = loop.recording.answers ?? [];
  const parts = new WeakMap();
  let asked = 0;

  function answer(request) {
    if (/^(data|blob):/.test(request.url)) return nativeFetch(request);
    const recorded = answers[asked++];
    if (!recorded || recorded.error) return Promise.reject(new TypeError(recorded?.error ?? 'fetch failed'));
    const { status, statusText, headers, body, url } = recorded;
    const bytes = Uint8Array.from(atob(body), character => character.charCodeAt(0));
    const hasBody = request.method !== 'HEAD' && ![101, 103, 204, 205, 304].includes(status);
    const response = new Response(hasBody ? bytes : null, { status, statusText, headers });
    Object.defineProperty(response, 'url', { value: url });
    if (hasBody) parts.set(response, Math.ceil(bytes.length / PART));
    return Promise.resolve(response);
  }

  /** Lets the parts of a body arrive, each in a step of its own. The last one completes it. */
  function receive(left, signal) {
    if (signal?.aborted) return;
    loop.schedule('response body', function* () {
      if (left > 1) receive(left - 1, signal);
    }, true);
  }

  Object.defineProperty(global, 'fetch', {
    value: function fetch(input, init) {
      let request;
      try {
        const isRelative = typeof input === 'string' && loop.recording.baseUrl;
        const { signal, ...rest } = init ?? {};
        request = new Request(isRelative ? new URL(input, loop.recording.baseUrl) : input, rest);
        request.givenSignal = signal ?? (input instanceof Request ? input.signal : undefined);
      } catch (error) {
        return Promise.reject(error);
      }
      const signal = request.givenSignal;
      if (signal?.aborted) return Promise.reject(signal.reason);
      return new Promise((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason ?? new DOMException('', 'AbortError')));
        settleInStep('fetch', () => answer(request)).then(response => {
          // The body arrives after the response.
          receive(parts.get(response) ?? 1, signal);
          resolve(response);
        }, reject);
      });
    },
    writable: true,
    configurable: true,
  });
}
