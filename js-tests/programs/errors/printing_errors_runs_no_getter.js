// args: --virtual-time
// These reports are not canceled, so they are printed. Printing runs no code of the program.
const ran = [];
const error = () => {
  const error = new RangeError('the text');
  Object.defineProperty(error, 'stack', { get() { ran.push('stack'); return 'stack'; } });
  Object.defineProperty(error, 'cause', { get() { ran.push('cause'); return 'cause'; } });
  Object.defineProperty(error, 'constructor', { get() { ran.push('constructor'); return Error; } });
  return error;
};
setTimeout(() => { throw error(); }, 0);
setTimeout(() => Promise.reject(error()), 1);
setTimeout(() => console.log('ran:', ran.length), 5);
