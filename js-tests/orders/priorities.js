// always: blocking<visible, visible<background
// Scheduler tasks have no freedom among themselves, and all of it against a timer.
scheduler.postTask(() => console.log('background'), { priority: 'background' });
scheduler.postTask(() => console.log('visible'));
scheduler.postTask(() => console.log('blocking'), { priority: 'user-blocking' });
setTimeout(() => console.log('timer'));
