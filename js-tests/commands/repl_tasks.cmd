repl --virtual-time
.pause
const high = new TaskController({ priority: 'user-blocking' }), any = TaskSignal.any([high.signal], { priority: high.signal })
high.signal.onprioritychange = () => console.log('changed'); 0
scheduler.postTask(() => console.log('one'), { signal: any }); scheduler.postTask(() => console.log('two'), { signal: high.signal }); 0
scheduler.postTask(() => console.log('three'), { priority: 'background' }); setTimeout(() => console.log('timer')); 0
.tasks
.signals
high.setPriority('background')
.tasks
.step
.step
.why
.step
.step
.step
high.abort(); high = null
.resume
.tasks
.signals
