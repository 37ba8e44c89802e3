// always: plain<late
// A delayed task takes its place when its delay is over, so a shorter delay may be over later.
scheduler.postTask(() => console.log('plain'));
scheduler.postTask(() => console.log('late'), { delay: 7 });
scheduler.postTask(() => console.log('urgent'), { delay: 4, priority: 'user-blocking' });
