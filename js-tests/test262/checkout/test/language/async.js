/*---
flags: [async]
---*/
setTimeout(() => Promise.resolve().then($DONE), 1000);
Promise.reject('nobody handles this');
