// node:events, node:diagnostics_channel and node:async_hooks: scripts of random steps.

import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import diagnostics from 'node:diagnostics_channel';
import events, { EventEmitter, once } from 'node:events';

import { pick, random } from '../values.mjs';
import { many, wrong } from './values.mjs';

const EVENTS = ['a', 'b', 'error', 'newListener', 'removeListener', Symbol.for('s')];

// A step calls a method, and remembers what it returns and what the listeners are called with.
function emitterStep(emitter, listeners, log) {
  const event = pick(EVENTS);
  const listener = pick(listeners);
  const name = pick([
    'on',
    'once',
    'prependListener',
    'prependOnceListener',
    'off',
    'emit',
    'emit',
    'emit',
    'removeAllListeners',
    'listenerCount',
    'eventNames',
    'listeners',
    'rawListeners',
    'setMaxListeners',
    'getMaxListeners',
    'addListener',
  ]);
  const values = {
    emit: () => [event, ...many(2, () => pick([1, 'x', new Error('e')]))],
    listenerCount: () => [event, ...many(1, () => listener)],
    eventNames: () => [],
    getMaxListeners: () => [],
    removeAllListeners: () => (random(2) ? [event] : []),
    listeners: () => [event],
    rawListeners: () => [event],
    setMaxListeners: () => [pick([0, 5, wrong()])],
  }[name]?.() ?? [event, random(12) ? listener : wrong()];
  try {
    const result = emitter[name](...values);
    log.push(`${name} ${String(values[0])}: ${result === emitter ? 'this' : describe(result)}`);
  } catch (error) {
    // Messages of errors without a code are those of the engine.
    const message = error.code || error.message === 'e' ? error.message : '';
    log.push(`${name} ${String(values[0])}: ${error.name} ${error.code} ${message}`);
  }
}

function describe(value) {
  if (Array.isArray(value)) return `[${value.map(describe)}]`;
  return typeof value === 'function'
    ? `${value.name}${value.listener ? ` of ${value.listener.name}` : ''}`
    : String(value);
}

function listenersFor(log) {
  const said = name =>
    function (...values) {
      log.push(`${name}(${values.map(it => (it instanceof Error ? it.message : describe(it)))})`);
    };
  const throws = () => {
    log.push('throws');
    throw new Error('e');
  };
  const removes = function (event) {
    log.push(`removes ${typeof event}`);
    this.removeAllListeners('b');
  };
  return [said('one'), said('two'), throws, removes].map((it, index) =>
    Object.defineProperty(it, 'name', { value: `listener${index}` }),
  );
}

async function channelSteps() {
  const log = [];
  const channel = diagnostics.channel(`channel ${pick(['x', 'y'])}`);
  const storage = new AsyncLocalStorage();
  const subscribers = [1, 2].map(
    number => (message, name) => log.push(`${number} ${message} ${name} ${storage.getStore()}`),
  );
  for (let step = 0; step < 8; step++) {
    const subscriber = pick(subscribers);
    const name = pick([
      'subscribe',
      'unsubscribe',
      'publish',
      'publish',
      'hasSubscribers',
      'bindStore',
      'unbindStore',
      'runStores',
    ]);
    const steps = {
      subscribe: () => channel.subscribe(subscriber),
      unsubscribe: () => channel.unsubscribe(subscriber),
      publish: () => channel.publish(step),
      hasSubscribers: () => channel.hasSubscribers,
      bindStore: () => channel.bindStore(storage, it => `store ${it}`),
      unbindStore: () => channel.unbindStore(storage),
      runStores: () => channel.runStores(step, (...all) => `${all} ${storage.getStore()}`, undefined, 'v'),
    };
    log.push(`${name}: ${String(steps[name]())}`);
  }
  for (const subscriber of subscribers) while (channel.unsubscribe(subscriber));
  channel.unbindStore(storage);
  return log;
}

async function storageSteps() {
  const log = [];
  const storage = pick([
    () => new AsyncLocalStorage(),
    () => new AsyncLocalStorage({ defaultValue: 'd', name: 'n' }),
  ])();
  const seen = label => log.push(`${label} ${storage.getStore()}`);
  const waits = [];
  for (let step = 0; step < 6; step++) {
    const later = pick([
      it => Promise.resolve().then(it),
      it => new Promise(resolve => setTimeout(() => resolve(it()))),
      it => new Promise(resolve => queueMicrotask(() => resolve(it()))),
      async it => it(),
      it => new Promise(resolve => process.nextTick(() => resolve(it()))),
      it => new Promise(resolve => setImmediate(() => resolve(it()))),
    ]);
    const name = pick(['run', 'exit', 'bind', 'snapshot', 'resource', 'enterWith', 'disable']);
    const steps = {
      run: () => storage.run(step, () => later(() => seen(`run ${step}`))),
      exit: () => storage.run(step, () => storage.exit(() => later(() => seen(`exit ${step}`)))),
      bind: () => later(storage.run(step, () => AsyncLocalStorage.bind(() => seen(`bind ${step}`)))),
      snapshot: () =>
        later(() => storage.run(step, () => AsyncLocalStorage.snapshot())(() => seen(`snapshot ${step}`))),
      resource: () => {
        const resource = storage.run(step, () => new AsyncResource('R'));
        return later(() => resource.runInAsyncScope(() => seen(`resource ${step}`)));
      },
      enterWith: () =>
        storage.run(step, () => {
          storage.enterWith(`${step} entered`);
          return later(() => seen(`enterWith ${step}`));
        }),
      disable: () => random(3) || storage.disable(),
    };
    waits.push(steps[name]());
    seen(`after ${name}`);
  }
  await Promise.all(waits);
  return log.toSorted();
}

async function onceSteps() {
  const emitter = new EventEmitter();
  const event = pick(['a', 'error']);
  const waited = once(emitter, event, ...many(1, () => ({ signal: AbortSignal.abort(pick([undefined, 'why'])) })));
  waited.catch(() => {});
  emitter.emit(pick([event, event, 'error']), ...many(2, () => pick([1, new Error('e')])));
  try {
    return await waited;
  } catch (error) {
    return `${error?.name} ${error?.code} ${error?.message}`;
  }
}

export default {
  EventEmitter: () => [
    [random(2)],
    captures => {
      const log = [];
      const emitter = new EventEmitter({ captureRejections: captures > 0 });
      const listeners = listenersFor(log);
      for (let step = 0; step < 12; step++) emitterStep(emitter, listeners, log);
      return log;
    },
  ],
  'events.once': () => [[], onceSteps],
  'events.on': () => [
    many(4, () => pick([1, 'x', 'close', 'error'])),
    async (...values) => {
      const emitter = new EventEmitter();
      const iterator = events.on(emitter, 'a', { close: ['close'] });
      for (const it of values)
        emitter.emit(...(it === 'close' ? ['close'] : it === 'error' ? ['error', new Error('e')] : ['a', it]));
      emitter.emit('close');
      const log = [];
      try {
        for await (const it of iterator) log.push(it);
      } catch (error) {
        log.push(error.message);
      }
      return [...log, emitter.listenerCount('a'), emitter.listenerCount('error')];
    },
  ],
  'events functions of others': () => [
    [wrong(), wrong()],
    (one, other) => {
      const name = pick([
        'listenerCount',
        'getEventListeners',
        'setMaxListeners',
        'getMaxListeners',
        'addAbortListener',
      ]);
      const result = events[name](one, other);
      return [name, typeof result];
    },
  ],
  'new EventEmitter of others': () => [[wrong()], it => Object.keys(new EventEmitter({ captureRejections: it }))],
  diagnostics_channel: () => [[], channelSteps],
  'diagnostics_channel functions of others': () => [
    [wrong(), wrong()],
    (one, other) => {
      const name = pick(['channel', 'hasSubscribers', 'subscribe', 'unsubscribe', 'tracingChannel']);
      return [name, typeof diagnostics[name](one, other)];
    },
  ],
  AsyncLocalStorage: () => [[], storageSteps],
};
