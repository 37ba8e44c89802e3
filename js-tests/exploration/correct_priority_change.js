// correct: The search waits for the index.
const controller = new TaskController({ priority: 'user-visible' });
const done = [];
const index = scheduler.postTask(() => done.push('index'), { signal: controller.signal });
index.then(() => scheduler.postTask(() => {
  if (!done.includes('index')) throw new Error('searched before the index was ready');
}, { priority: 'user-visible' }));
setTimeout(() => controller.setPriority('background'));
