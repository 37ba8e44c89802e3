repl
nowhere
_error instanceof ReferenceError
throw { not: 'an error' }
_error
1 +* 2
Promise.reject(new Error('lost')); 0
scheduler.postTask(function task() { null.x }); 0
setTimeout(() => { throw new TypeError('thrown') }); 0
function deep() { deep() }
deep()
'still there'
unfinished(
