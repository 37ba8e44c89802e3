// Message ports and broadcast channels. The ports are objects of the engine, so that it can transfer them; their
// messages do not go through the engine.

import { Listeners, replaceListening } from './listeners.mjs';

/** Replaces how ports and broadcast channels send and receive. */
export function installMessages(loop, report, global) {
  const { MessageChannel, MessagePort, MessageEvent, Event, DOMException, structuredClone } = global;
  /** The ends of channels, by the port that has them. */
  const ends = new WeakMap();
  const listeners = new WeakMap();

  function listenersOf(target) {
    if (!listeners.has(target)) listeners.set(target, new Listeners(target, report));
    return listeners.get(target);
  }

  /** Gives an end to a port, or puts it in transit. */
  function setPort(end, port) {
    end.port = port;
    end.isEnabled = false;
    if (port) ends.set(port, end);
  }

  function detach(port) {
    const end = ends.get(port);
    if (!end) return undefined;
    ends.delete(port);
    setPort(end, undefined);
    return end;
  }

  /** Serializes a value. Returns a function that deserializes it, and returns the value and its ports. */
  function serialize(value, transfer) {
    const ports = transfer.filter(object => object instanceof MessagePort);
    if (ports.some(port => !ends.has(port))) throw new DOMException('a port is detached', 'DataCloneError');
    const moved = structuredClone({ value, ports }, { transfer });
    const transferred = ports.map(detach);
    return () => {
      moved.ports.forEach((port, index) => setPort(transferred[index], port));
      return moved;
    };
  }

  function queueDelivery(end) {
    loop.schedule('message', function* () {
      if (!end.port || !end.isEnabled) return;
      const { value, ports } = end.messages.shift()();
      yield* listenersOf(end.port).fire(new MessageEvent('message', { data: value, ports }));
    });
  }

  function enable(port) {
    const end = ends.get(port);
    if (!end || end.isEnabled) return;
    end.isEnabled = true;
    end.messages.forEach(() => queueDelivery(end));
  }

  const define = (target, name, value) =>
    Object.defineProperty(target, name, { value, writable: true, configurable: true });
  replaceListening(MessagePort.prototype, listenersOf, ['message', 'messageerror', 'close']);
  const onmessage = Object.getOwnPropertyDescriptor(MessagePort.prototype, 'onmessage');
  Object.defineProperty(MessagePort.prototype, 'onmessage', {
    ...onmessage,
    set(value) {
      onmessage.set.call(this, value);
      // Setting the handler enables the queue.
      enable(this);
    },
  });
  define(MessagePort.prototype, 'postMessage', function postMessage(message, options) {
    const transfer = [...(Symbol.iterator in Object(options) ? options : options?.transfer ?? [])];
    if (transfer.includes(this)) throw new DOMException('a port cannot be transferred', 'DataCloneError');
    const target = ends.get(this)?.other;
    // A message that transfers the port at the other side could never be received.
    const isDoomed = target?.port !== undefined && transfer.includes(target.port);
    const received = serialize(message, transfer);
    if (!target || isDoomed) return;
    target.messages.push(received);
    if (target.isEnabled) queueDelivery(target);
  });
  define(MessagePort.prototype, 'start', function start() { enable(this); });
  define(MessagePort.prototype, 'close', function close() {
    const end = detach(this);
    const other = end?.other;
    if (!other) return;
    end.other = other.other = undefined;
    loop.schedule('port close event', function* () {
      if (other.port) yield* listenersOf(other.port).fire(new Event('close'));
    });
  });
  define(global, 'MessageChannel', new Proxy(MessageChannel, {
    construct(target, given, newTarget) {
      const channel = Reflect.construct(target, given, newTarget);
      const [one, other] = [channel.port1, channel.port2].map(port => {
        const end = { port, other: undefined, messages: [], isEnabled: false };
        ends.set(port, end);
        return end;
      });
      one.other = other;
      other.other = one;
      return channel;
    },
  }));
  define(global, 'BroadcastChannel', broadcastChannels(loop, listenersOf, global));
}

/** Returns the interface `BroadcastChannel`. */
function broadcastChannels(loop, listenersOf, { MessageEvent, DOMException, structuredClone, EventTarget, location }) {
  /** All open channels, in the order in which they were created. */
  const open = new Set();

  class BroadcastChannel extends EventTarget {
    #name;

    constructor(name) {
      super();
      if (arguments.length === 0) throw new TypeError('BroadcastChannel needs a name');
      this.#name = String(name);
      open.add(this);
    }

    get name() {
      return this.#name;
    }

    postMessage(message) {
      if (!open.has(this)) throw new DOMException('the channel is closed', 'InvalidStateError');
      const data = structuredClone(message);
      const origin = location?.origin ?? '';
      for (const channel of open) {
        if (channel === this || channel.#name !== this.#name) continue;
        loop.schedule('broadcast message', function* () {
          if (!open.has(channel)) return;
          const event = new MessageEvent('message', { data: structuredClone(data), origin });
          yield* listenersOf(channel).fire(event);
        });
      }
    }

    close() {
      open.delete(this);
    }
  }

  replaceListening(BroadcastChannel.prototype, listenersOf, ['message', 'messageerror']);
  return BroadcastChannel;
}
