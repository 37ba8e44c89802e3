// always: task<microtask, microtask<next
// Microtasks run before anything else, whatever comes next.
scheduler.postTask(() => {
  queueMicrotask(() => console.log('microtask'));
  console.log('task');
});
scheduler.postTask(() => console.log('next'));
