// Resolving the promise of a task reads `then` of the result: there is no checkpoint before that getter returns.
const target = new EventTarget();
target.addEventListener('event', () => {
  console.log('listener');
  queueMicrotask(() => console.log('microtask'));
});
const thenable = label => ({
  get then() {
    console.log(label, 'getter starts');
    target.dispatchEvent(new Event('event'));
    console.log(label, 'getter ends');
    return resolve => { console.log(label, 'then'); resolve('value'); };
  },
});
scheduler.postTask(() => thenable('postTask')).then(value => {
  console.log(value);
  return scheduler.postTask(() => {
    const error = { get then() { console.log('never read'); } };
    throw error;
  }).catch(() => {
    console.log('caught');
    setTimeout(() => Promise.resolve(thenable('resolve')), 0);
  });
});
