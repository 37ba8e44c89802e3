// Observable 1: how the promise of postTask settles.
const settle = (name, promise) => promise.then(
  value => console.log(name, 'fulfilled', value),
  reason => console.log(name, 'rejected', reason === thrown ? 'the same value' : String(reason)));
const thrown = { an: 'object' };
settle('value', scheduler.postTask(() => 42));
settle('promise', scheduler.postTask(async () => 'awaited'));
settle('throw', scheduler.postTask(() => { throw thrown; }));
settle('async throw', scheduler.postTask(async () => { throw thrown; }));

const before = new AbortController();
settle('abort', scheduler.postTask(() => console.log('must not run'), { signal: before.signal }));
before.abort(thrown);
settle('already aborted', scheduler.postTask(() => console.log('must not run'), { signal: before.signal }));
settle('default reason', scheduler.postTask(() => console.log('must not run'), { signal: AbortSignal.abort() }));

const during = new TaskController();
settle('abort while running', scheduler.postTask(() => {
  during.abort(thrown);
  return 'returned nevertheless';
}, { signal: during.signal }));
const afterwards = new TaskController();
settle('abort after the end', scheduler.postTask(() => 'done', { signal: afterwards.signal }).then(value => {
  afterwards.abort();
  return value;
}));
