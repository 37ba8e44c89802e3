repl --virtual-time
.break
.break nonsense
.break background
.break repl#3:1
.break error
.pause
scheduler.postTask(function save() { console.log('saved') }, { priority: 'background' }); 1
scheduler.postTask(function render() { console.log('rendered') }); setTimeout(function tick() { console.log('tick') }); 2
scheduler.postTask(() => { console.log('urgent') }, { priority: 'user-blocking' }); 3
.tasks
.tasks #1
.tasks #9
.tasks 2
.run
.run
.run
setTimeout(() => { throw new Error('boom') }); setTimeout(() => console.log('after')); 4
.run
.run
.break off
.trace
.trace off
.trace on /no/such/folder/trace.json
