run -
function post(name) {
  return scheduler.postTask(async function task() {
    await null;
    throw new Error(name);
  });
}
post('first');
scheduler.postTask(() => {
  scheduler.postTask(() => { throw new Error('second') });
  Promise.resolve().then(() => { throw new Error('third') });
});
post('caught').catch(() => {});
setTimeout(() => { throw new Error('no task of a scheduler') });
