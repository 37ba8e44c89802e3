repl --virtual-time
.pause
setTimeout(() => console.log('t')); scheduler.postTask(() => console.log('ub'), { priority: 'user-blocking', delay: 10 }); scheduler.postTask(() => console.log('bg'), { priority: 'background', delay: 10 }); scheduler.postTask(() => console.log('uv')); requestIdleCallback(d => console.log('idle', d.didTimeout), { timeout: 15 }); requestIdleCallback(() => console.log('idle 2')); 0
.advance 20
.tasks
.step
.step
.step
.step
.step
.step
.step
const a = setTimeout(() => console.log('a'), 5), b = setTimeout(() => console.log('b'), 5), c = setInterval(() => console.log('c'), 6); AbortSignal.timeout(7).onabort = () => console.log('aborted'); 0
.advance 10
.step
.tasks
clearTimeout(b)
.step
.step
.step
.signals
const controller = new TaskController(); scheduler.postTask(() => console.log('raised'), { signal: controller.signal, delay: 1 }); scheduler.postTask(() => console.log('normal')); controller.setPriority('user-blocking'); 0
.advance 5
.tasks
.step
.step
.exit
