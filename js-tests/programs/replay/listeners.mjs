// args: --virtual-time
// The listeners of replays: each is called on its own, so that microtasks run between them.
import { Listeners } from '../../../cli/src/commands/replay/js/listeners.mjs';

const target = {};
const listeners = new Listeners(target, error => console.log(`reported ${error}`));
listeners.add('x', event => console.log('first', event.target === target));
listeners.add('x', () => console.log('once'), { once: true });
listeners.setHandler('x', () => { console.log('handler'); return false; });
const object = { handleEvent() { console.log('object'); throw 1; } };
listeners.add('x', object);
console.log(listeners.dispatch(new Event('x', { cancelable: true })));
listeners.remove('x', object);
listeners.setHandler('x', () => console.log('another handler'));
listeners.add('x', event => event.stopImmediatePropagation(), { capture: true });
listeners.add('x', () => console.log('never'));
for (const call of listeners.fire(new Event('x'))) {
  call();
  await null;
  console.log('microtask');
}
