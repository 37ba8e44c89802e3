// args: --virtual-time
// JavaScript calls back into the host while the host works on its own data.
const t = new EventTarget();
t.addEventListener('x', () => { t.foo = 1; t.addEventListener('x', () => {}); Object.setPrototypeOf(t, null); });
EventTarget.prototype.dispatchEvent.call(t, new Event('x'));
console.log(t.foo);
const c = new TaskController();
c.signal.addEventListener('abort', () => {
  c.abort();
  c.signal.addEventListener('abort', () => {});
  AbortSignal.any([c.signal]);
  TaskSignal.any([c.signal], { priority: c.signal });
  c.signal.x = 1;
});
for (let i = 0; i < 3; i++) scheduler.postTask(() => {}, { signal: c.signal }).catch(() => {});
c.abort();
const options = {
  get delay() { options.later = 1; scheduler.postTask(() => console.log('posted by a getter')); return 0; },
  get priority() { c.setPriority('background'); return 'background'; },
};
scheduler.postTask(() => console.log('posted with getters'), options);
const p = new TaskController();
p.signal.onprioritychange = () => {
  scheduler.postTask(() => console.log('must not run'), { signal: p.signal })
    .catch(() => console.log('posted by prioritychange, then aborted'));
  p.abort();
  TaskSignal.any([], { priority: p.signal });
};
scheduler.postTask(() => console.log('must not run'), { signal: p.signal })
  .catch(e => console.log('aborted by prioritychange'));
p.setPriority('background');
const evil = { get then() { c.signal.y = 1; throw new Error('from then'); } };
scheduler.postTask(() => evil).catch(e => console.log(e.message));
scheduler.postTask(() => ({ then(resolve) { scheduler.yield().then(() => resolve('thenable')); } })).then(console.log);
setTimeout(() => { for (let i = 0; i < 100; i++) clearTimeout(i); console.log('cleared all'); }, 1);
setTimeout(() => console.log('must not run'), 2);
