repl --virtual-time
setTimeout(() => console.log('second', performance.now()), 1000); setInterval(() => console.log('tick', performance.now()), 400); scheduler.postTask(() => console.log('task', performance.now()), { delay: 500 }); 0
.timers
.advance 450
.pause
.advance 600
.timers
.tasks
.run
.resume
.run 300
.advance x
.advance
await scheduler.postTask(() => 'waits for time', { delay: 10 })
.advance 10
