// Reporting an error does not call a `stack` getter that the program has defined, not even a native function that
// would call back into the program.
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

// A path in a stack can name anything. Only regular files are read.
const endless = new Error('a device');
endless.stack = '    at f (/dev/zero:1:3)\n';
reportError(endless);
