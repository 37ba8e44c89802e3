// needs: intent
// depth: 1
// fails: the update of the store runs at the yield of a render, which then shows two states.
class Store {
  #state; #listeners = new Set();
  constructor(state) { this.#state = state; }
  get() { return this.#state; }
  set(patch) {
    this.#state = { ...this.#state, ...patch };
    for (const listener of [...this.#listeners]) listener();
  }
  subscribe(listener) { this.#listeners.add(listener); return () => this.#listeners.delete(listener); }
}
const store = new Store({ user: 'ada', unread: 3 });
async function render() {
  const header = `${store.get().user}`;
  await scheduler.yield();
  const badge = `${store.get().user}: ${store.get().unread}`;
  return { header, badge };
}
scheduler.postTask(async () => {
  const { header, badge } = await render();
  if (!badge.startsWith(header)) throw new Error(`tearing: the header is ${header}, the badge is ${badge}`);
}, { priority: 'background' });
setTimeout(() => store.set({ user: 'bob', unread: 0 }), 0);
