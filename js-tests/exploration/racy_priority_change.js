// needs: intent
// depth: 1
// fails: the timer lowers the priority of the index before it is built, so the search comes first.
const controller = new TaskController({ priority: 'user-visible' });
const done = [];
scheduler.postTask(() => done.push('index'), { signal: controller.signal });
scheduler.postTask(() => {
  if (!done.includes('index')) throw new Error('searched before the index was ready');
}, { priority: 'user-visible' });
setTimeout(() => controller.setPriority('background'));
