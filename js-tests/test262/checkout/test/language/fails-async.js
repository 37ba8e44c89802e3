// AsyncTestFailure:late
/*---
flags: [async]
---*/
Promise.resolve('late').then($DONE);
