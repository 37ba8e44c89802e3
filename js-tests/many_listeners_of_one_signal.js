// args: --timeout 100s
// Listeners come and go while their signal lives: each removal takes back what the signal knew of the listener.
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

// Many at the same time, removed in the order in which they came and the other way round; the rest is aborted.
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
