'use strict';
// node:diagnostics_channel: https://nodejs.org/api/diagnostics_channel.html

const { checkFunction } = require('node:internal/checks');
const { invalidArgType } = require('node:internal/errors');

const channels = new Map();

class Channel {
  #subscribers = [];
  #stores = new Map();
  constructor(name) {
    this.name = name;
  }
  get hasSubscribers() {
    return this.#subscribers.length > 0 || this.#stores.size > 0;
  }
  subscribe(subscriber) {
    checkFunction(subscriber, 'subscription');
    this.#subscribers = [...this.#subscribers, subscriber];
  }
  unsubscribe(subscriber) {
    const index = this.#subscribers.indexOf(subscriber);
    if (index < 0) return false;
    this.#subscribers = this.#subscribers.toSpliced(index, 1);
    return true;
  }
  publish(message) {
    for (const subscriber of this.#subscribers) {
      try {
        subscriber(message, this.name);
      } catch (failure) {
        // As in Node, it does not disturb whoever publishes.
        require('node:process').nextTick(() => {
          throw failure;
        });
      }
    }
  }
  bindStore(store, transform) {
    this.#stores.set(store, transform);
  }
  unbindStore(store) {
    return this.#stores.delete(store);
  }
  runStores(message, callback, receiver, ...args) {
    let run = () => {
      this.publish(message);
      return Reflect.apply(callback, receiver, args);
    };
    for (const [store, transform] of this.#stores) {
      const inner = run;
      run = () => store.run(transform ? transform(message) : message, inner);
    }
    return run();
  }
}

function channel(name) {
  if (typeof name !== 'string' && typeof name !== 'symbol') {
    throw invalidArgType('channel', 'one of type string or symbol', name);
  }
  if (!channels.has(name)) channels.set(name, new Channel(name));
  return channels.get(name);
}

const PHASES = ['start', 'end', 'asyncStart', 'asyncEnd', 'error'];

class TracingChannel {
  constructor(name) {
    for (const phase of PHASES) {
      this[phase] = typeof name === 'string' ? channel(`tracing:${name}:${phase}`) : name[phase];
    }
  }
  get hasSubscribers() {
    return PHASES.some(phase => this[phase].hasSubscribers);
  }
  subscribe(handlers) {
    for (const phase of PHASES) if (handlers[phase]) this[phase].subscribe(handlers[phase]);
  }
  unsubscribe(handlers) {
    return PHASES.every(phase => !handlers[phase] || this[phase].unsubscribe(handlers[phase]));
  }
  traceSync(steps, context = {}, receiver, ...args) {
    return this.start.runStores(context, () => {
      try {
        return (context.result = Reflect.apply(steps, receiver, args));
      } catch (failure) {
        this.#fail(context, failure);
        throw failure;
      } finally {
        this.end.publish(context);
      }
    });
  }
  tracePromise(steps, context = {}, receiver, ...args) {
    return this.start.runStores(context, () => {
      try {
        const promise = Promise.resolve(Reflect.apply(steps, receiver, args));
        return promise.then(
          result => {
            context.result = result;
            return this.#settled(context, () => result);
          },
          failure => {
            this.#fail(context, failure);
            return this.#settled(context, () => Promise.reject(failure));
          },
        );
      } catch (failure) {
        this.#fail(context, failure);
        throw failure;
      } finally {
        this.end.publish(context);
      }
    });
  }
  traceCallback(steps, position = -1, context = {}, receiver, ...args) {
    const callback = args.at(position);
    const traced = (failure, result) => {
      if (failure) this.#fail(context, failure);
      else context.result = result;
      return this.asyncStart.runStores(context, () => {
        try {
          return Reflect.apply(callback, receiver, [failure, result]);
        } finally {
          this.asyncEnd.publish(context);
        }
      });
    };
    args.splice(position, 1, traced);
    return this.start.runStores(context, () => {
      try {
        return Reflect.apply(steps, receiver, args);
      } catch (failure) {
        this.#fail(context, failure);
        throw failure;
      } finally {
        this.end.publish(context);
      }
    });
  }
  #fail(context, failure) {
    context.error = failure;
    this.error.publish(context);
  }
  #settled(context, steps) {
    this.asyncStart.publish(context);
    const result = steps();
    this.asyncEnd.publish(context);
    return result;
  }
}

function tracingChannel(name) {
  if (typeof name === 'string' || (name !== null && typeof name === 'object')) return new TracingChannel(name);
  throw invalidArgType('nameOrChannels', 'of type string or an instance of TracingChannel or Object', name);
}

module.exports = {
  Channel,
  channel,
  hasSubscribers: name => channels.get(name)?.hasSubscribers ?? false,
  subscribe: (name, subscriber) => channel(name).subscribe(subscriber),
  tracingChannel,
  unsubscribe: (name, subscriber) => channel(name).unsubscribe(subscriber),
};
