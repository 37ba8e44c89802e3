// What the program makes of the `stack` of an error is not run when the error is reported. Neither is what a native
// function that serves as getter would call.
const { promise, resolve } = Promise.withResolvers();
promise.then(() => console.log('the program runs: resolve'));

for (const get of [
  Error.prototype.toString,
  Object.prototype.toLocaleString,
  resolve,
  () => console.log('the program runs: getter'),
]) {
  const error = new Error('own getter');
  Object.defineProperty(error, 'stack', { get });
  error.toString = () => console.log('the program runs: toString');
  reportError(error);
}

Object.defineProperty(Error.prototype, 'stack', { get: Object.prototype.toLocaleString });
Error.prototype.toString = () => console.log('the program runs: inherited toString');
reportError(new Error('inherited getter'));
scheduler.postTask(() => { throw new Error('after a task') });

// A path in a stack may name anything. Only files are read.
const endless = new Error('a device');
endless.stack = '    at f (/dev/zero:1:3)\n';
reportError(endless);
