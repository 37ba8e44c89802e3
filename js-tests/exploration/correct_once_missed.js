// correct: The task asks whether it has missed the event.
class Emitter {
  #listeners = new Map();
  on(type, listener) { this.#listeners.set(type, [...this.#listeners.get(type) ?? [], listener]); }
  once(type, listener) {
    const wrapped = (...it) => { this.off(type, wrapped); listener(...it); };
    this.on(type, wrapped);
  }
  off(type, listener) { this.#listeners.set(type, this.#listeners.get(type).filter(it => it !== listener)); }
  emit(type, value) { for (const listener of this.#listeners.get(type) ?? []) listener(value); }
}
const emitter = new Emitter();
const net = (value, ms = 0) => new Promise(resolve => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => { port1.close(); resolve(data); };
  if (ms) setTimeout(() => port2.postMessage(value), ms); else port2.postMessage(value);
});
let connected = false;
net('up', 1).then(() => { connected = true; emitter.emit('connect'); });
scheduler.postTask(async () => {
  if (connected) return;
  await new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('no connection')), 2000);
    emitter.once('connect', () => { clearTimeout(timer); resolve(); });
  });
});
