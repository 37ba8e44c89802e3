// EventTarget, Event and its subclasses, AbortController and AbortSignal, DOMException.

import { pick, random } from '../values.mjs';
import { show } from './show.mjs';
import { call, dictionary, many, maybe, texts, usually, wrong } from './values.mjs';

const flag = usually(() => random(2) > 0, 8);
const inits = {
  Event: {},
  CustomEvent: { detail: wrong },
  MessageEvent: {
    data: wrong,
    origin: usually(texts),
    lastEventId: usually(texts),
    source: usually(() => null),
    ports: usually(() => []),
  },
  ErrorEvent: {
    message: usually(texts),
    filename: usually(texts),
    lineno: usually(() => 3),
    colno: wrong,
    error: wrong,
  },
  PromiseRejectionEvent: { promise: () => Promise.resolve(), reason: wrong },
  ProgressEvent: { lengthComputable: flag, loaded: usually(() => 4), total: usually(() => 9) },
  TaskPriorityChangeEvent: { previousPriority: usually(() => pick(['background', 'user-visible', 'user-blocking'])) },
};
const init = kind => () => dictionary({ bubbles: flag, cancelable: flag, composed: flag, ...inits[kind] });
const constructed = kind =>
  call(
    (...all) => new globalThis[kind](...all),
    () => [...(random(12) ? [usually(texts, 9)()] : []), ...(random(4) ? [usually(init(kind), 9)()] : [])],
  );

const TYPES = ['a', 'b'];

// Random steps on a target with listeners that act while an event is dispatched.
function targetSteps(steps) {
  const target = new EventTarget();
  const log = [];
  const controllers = [new AbortController(), new AbortController()];
  let depth = 0;
  const actions = {
    nothing: () => {},
    stop: event => event.stopPropagation(),
    stopNow: event => event.stopImmediatePropagation(),
    prevent: event => event.preventDefault(),
    value: event => (event.returnValue = false),
    bubble: event => (event.cancelBubble = true),
    remove: () => target.removeEventListener('a', listeners[0]),
    add: () => target.addEventListener('a', listeners[1]),
    abort: () => controllers[0].abort(),
    nested: () => depth < 2 && dispatch('b'),
    again: event => target.dispatchEvent(event),
    init: event => event.initEvent('b', true, true),
    state: event => {
      const { eventPhase, defaultPrevented, cancelBubble, returnValue } = event;
      log.push([eventPhase, defaultPrevented, cancelBubble, returnValue, event.composedPath().length].join(' '));
    },
  };
  const names = Object.keys(actions);
  const listeners = names.map((name, index) => {
    const listener = function (event) {
      log.push(`${name} ${event.type} ${this === target} ${event.currentTarget === target}`);
      try {
        actions[name](event);
      } catch (error) {
        log.push(error.name);
      }
    };
    return index % 3 ? listener : { handleEvent: listener };
  });
  function dispatch(type, options) {
    depth++;
    try {
      const event = new Event(type, options);
      log.push(`= ${target.dispatchEvent(event)} ${event.eventPhase} ${event.defaultPrevented}`);
    } catch (error) {
      log.push(error.name);
    }
    depth--;
  }
  for (const [name, type, index, options, signal] of steps) {
    try {
      if (name === 'dispatch') dispatch(type, options);
      else if (name === 'abort') controllers[index % 2].abort();
      else {
        const settings =
          signal === undefined || options === null || typeof options !== 'object'
            ? options
            : { ...options, signal: controllers[signal].signal };
        target[name](type, listeners[index], settings);
      }
    } catch (error) {
      log.push(error.name);
    }
  }
  return log;
}

const options = () =>
  pick([
    () => undefined,
    () => dictionary({ once: flag, capture: flag, passive: flag }),
    () => dictionary({ bubbles: flag, cancelable: flag }),
    () => random(2) > 0,
    wrong,
  ])();
const targetStep = () => [
  pick([
    'addEventListener',
    'addEventListener',
    'addEventListener',
    'removeEventListener',
    'dispatch',
    'dispatch',
    'abort',
  ]),
  pick(TYPES),
  random(13),
  options(),
  pick([undefined, undefined, 0, 1]),
];

function signalSteps(steps) {
  const controllers = [new AbortController(), new AbortController()];
  const signals = controllers.map(it => it.signal);
  const log = [];
  const listen = signal =>
    signal.addEventListener('abort', event =>
      log.push(`${signals.indexOf(signal)} ${event.isTrusted} ${show(signal.reason)}`),
    );
  signals.forEach(listen);
  for (const [name, index, other, value] of steps) {
    try {
      if (name === 'any') {
        const signal = AbortSignal.any([signals[index % signals.length], signals[other % signals.length]]);
        signals.push(signal);
        listen(signal);
      } else if (name === 'abort') controllers[index % 2].abort(...value);
      else if (name === 'handler') signals[index % signals.length].onabort = value[0];
      else signals[index % signals.length].throwIfAborted();
    } catch (error) {
      log.push(`${name} throws ${error?.name}`);
    }
  }
  return [log, signals.map(it => [it.aborted, it.reason])];
}

export default {
  ...Object.fromEntries(Object.keys(inits).map(kind => [`new ${kind}`, constructed(kind)])),
  'steps of EventTarget': call(targetSteps, () => [many(10, targetStep)]),
  'addEventListener of others': call(
    (...all) => new EventTarget().addEventListener(...all),
    () => many(3, wrong),
  ),
  'dispatchEvent of others': call(
    it => new EventTarget().dispatchEvent(it),
    () => [pick([wrong(), new Event('')])],
  ),
  'Event.initEvent': call(
    (...all) => {
      const event = new Event('a');
      event.initEvent(...all);
      return event;
    },
    () => many(3, wrong),
  ),
  'CustomEvent.initCustomEvent': call(
    (...all) => {
      const event = new CustomEvent('a');
      event.initCustomEvent(...all);
      return event;
    },
    () => many(4, wrong),
  ),
  'steps of AbortSignal': call(signalSteps, () => [
    many(8, () => [pick(['any', 'any', 'abort', 'abort', 'throw', 'handler']), random(4), random(4), many(1, wrong)]),
  ]),
  'AbortSignal.abort': call(
    (...all) => AbortSignal.abort(...all).reason,
    () => many(1, wrong),
  ),
  'AbortSignal.any': call(
    it => AbortSignal.any(it).aborted,
    () => [
      pick([
        wrong,
        () => many(2, () => AbortSignal.abort()),
        () => new Set([new AbortController().signal]),
        () => [wrong()],
      ])(),
    ],
  ),
  'AbortSignal.timeout': call(
    it => AbortSignal.timeout(it).aborted,
    () => [wrong()],
  ),
  'new DOMException': call(
    (...all) => {
      const error = new DOMException(...all);
      return [error.name, error.message, error.code, String(error)];
    },
    () =>
      many(
        2,
        usually(() => pick(['AbortError', 'DataCloneError', 'SyntaxError', 'NotAName', 'TimeoutError', texts()])),
      ),
  ),
  'handlers of the global object': call(
    value => {
      globalThis.onerror = value;
      const result = globalThis.onerror;
      globalThis.onerror = null;
      return result === value ? 'same' : result;
    },
    () => [wrong()],
  ),
  reportError: call(
    (...all) => {
      const log = [];
      const listener = event => {
        log.push(event.message === undefined, event.error === all[0]);
        event.preventDefault();
      };
      addEventListener('error', listener);
      try {
        reportError(...all);
      } finally {
        removeEventListener('error', listener);
      }
      return log;
    },
    () => [wrong()],
  ),
  'events of a rejection': call(
    async reason => {
      const log = [];
      const listener = event => {
        log.push(event.type, event.reason === reason || Object.is(event.reason, reason), event.cancelable);
        event.preventDefault();
      };
      addEventListener('unhandledrejection', listener);
      Promise.reject(reason);
      await new Promise(resolve => setTimeout(resolve, 5));
      removeEventListener('unhandledrejection', listener);
      return log;
    },
    () => [maybe(wrong)],
  ),
};
