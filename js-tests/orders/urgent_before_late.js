// always: early<middle
// A delayed task may be ready before another one that was due earlier, and still wait for a third one.
scheduler.postTask(() => console.log('early'), { delay: 1 });
scheduler.postTask(() => console.log('middle'), { delay: 2 });
scheduler.postTask(() => console.log('urgent'), { delay: 3, priority: 'user-blocking' });
