// What a signal removes is the listener that it came with, not another one that looks the same.
const target = new EventTarget();
const listener = event => console.log('listener of', event.type);
const fire = type => target.dispatchEvent(new Event(type));
// Nothing is added here, so there is nothing that the second signal could remove.
const first = new AbortController(), second = new AbortController();
target.addEventListener('twice', listener, { signal: first.signal });
target.addEventListener('twice', listener, { signal: second.signal });
second.abort();
fire('twice');
first.abort();
console.log('aborted');
fire('twice');
// It was removed when its time came, and added again without a signal, and with another one.
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
// The signal's own listeners are removed by it as well, before its event.
const fifth = new AbortController();
fifth.signal.addEventListener('abort', () => console.log('never'), { signal: fifth.signal });
fifth.signal.addEventListener('abort', () => { console.log('abort'); fire('aborted'); });
target.addEventListener('aborted', listener, { signal: fifth.signal });
fifth.abort();
