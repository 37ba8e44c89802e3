// A signal removes the listener that was added with it, not an equal listener that was added separately.
const target = new EventTarget();
const listener = event => console.log('listener of', event.type);
const fire = type => target.dispatchEvent(new Event(type));
// The second call adds nothing, so the second signal has nothing to remove.
const first = new AbortController(), second = new AbortController();
target.addEventListener('twice', listener, { signal: first.signal });
target.addEventListener('twice', listener, { signal: second.signal });
second.abort();
fire('twice');
first.abort();
console.log('aborted');
fire('twice');
// These listeners are removed before the abort, and added again without a signal or with another one.
const third = new AbortController(), fourth = new AbortController();
target.addEventListener('again', listener, { signal: third.signal });
target.removeEventListener('again', listener);
target.addEventListener('again', listener);
target.addEventListener('again with another signal', listener, { signal: third.signal });
target.removeEventListener('again with another signal', listener);
target.addEventListener('again with another signal', listener, { signal: fourth.signal });
target.addEventListener('once more', listener, { signal: third.signal, once: true });
fire('once more');
target.addEventListener('once more', listener);
third.abort();
fire('again');
fire('again with another signal');
fire('once more');
fourth.abort();
console.log('aborted');
fire('again with another signal');
// A signal also removes its own listeners, before its event is fired.
const fifth = new AbortController();
fifth.signal.addEventListener('abort', () => console.log('never'), { signal: fifth.signal });
fifth.signal.addEventListener('abort', () => { console.log('abort'); fire('aborted'); });
target.addEventListener('aborted', listener, { signal: fifth.signal });
fifth.abort();
