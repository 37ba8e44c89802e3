repl --virtual-time
.pause
setTimeout(() => console.log('timer'), 30); 0
scheduler.postTask(() => console.log('task')); scheduler.postTask(() => console.log('other task')); 0
const { port1, port2 } = new MessageChannel(); port1.onmessage = () => console.log('message'); 0
port2.postMessage(1); scheduler.postTask(() => console.log('last')); 0
.order
.candidates
.step #9
.step #4
.order
.step 2
.step until repl#4:1
.candidates
.step x
.step 0
.step #x
.step until somewhere
