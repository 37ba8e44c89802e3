// always: old<new
// A task keeps its age when its priority changes.
const controller = new TaskController({ priority: 'background' });
scheduler.postTask(() => console.log('old'), { signal: controller.signal });
scheduler.postTask(() => console.log('new'), { priority: 'user-blocking' });
controller.setPriority('user-blocking');
