// always: first<second
// Idle callbacks run in order, and the timeout of the second one may be over before that.
requestIdleCallback(() => console.log('first'));
requestIdleCallback(() => console.log('second'));
setTimeout(() => console.log('timer'), 3);
