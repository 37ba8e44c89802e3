import { all } from './errors.mjs';
const target = new EventTarget();
for (const [name, make] of all) {
  target.addEventListener('event', () => {
    console.error(`# ${name}`);
    throw make();
  }, { once: true });
}
target.dispatchEvent(new Event('event'));
