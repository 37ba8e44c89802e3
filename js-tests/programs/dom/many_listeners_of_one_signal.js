// args: --timeout 100s
// Listeners are added and removed while their signal lives: each removal also removes the entry in the signal.
const controller = new AbortController();
const { signal } = controller;
const target = new EventTarget();
let calls = 0;
const listener = () => { calls++; };
for (let i = 0; i < 200_000; i++) {
  target.addEventListener('type', listener, { signal });
  target.removeEventListener('type', listener);
}
const once = new Event('once');
for (let i = 0; i < 200_000; i++) {
  target.addEventListener('once', listener, { signal, once: true });
  target.dispatchEvent(once);
}
console.log('calls:', calls);

// Many listeners at once, removed in the order of addition and in reverse; the abort removes the last thousand.
const targets = Array.from({ length: 30_000 }, () => new EventTarget());
for (const each of targets) each.addEventListener('type', listener, { signal });
for (const each of targets) each.removeEventListener('type', listener);
for (const each of targets) each.addEventListener('type', listener, { signal });
for (const each of targets.toReversed()) each.removeEventListener('type', listener);
for (const each of targets) each.addEventListener('type', listener, { signal });
for (const each of targets.slice(1000)) each.removeEventListener('type', listener);
const event = new Event('type');
targets.forEach(each => each.dispatchEvent(event));
console.log('calls:', calls);
controller.abort();
targets.forEach(each => each.dispatchEvent(event));
console.log('calls:', calls);
