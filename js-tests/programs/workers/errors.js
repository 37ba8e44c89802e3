// args: --virtual-time
// Errors that a worker does not handle become error events of its object, and then errors of the program.
const describe = ({ message, filename, lineno, colno, error }) =>
  [message, filename.split('/').pop(), lineno, colno, error];
const worker = new Worker('../../workers/throws.js', { name: 'thrower' });
worker.onerror = event => {
  console.log('worker.onerror', describe(event));
  if (!event.message.includes('nobody')) event.preventDefault();
};
addEventListener('error', event => console.log('program', describe(event), event instanceof ErrorEvent));
const missing = new Worker('./missing.js');
missing.onerror = event => {
  console.log(event.message.replace(/: .*'file:.*\//, ': ... '));
  event.preventDefault();
};
new Worker('data:text/javascript,let = = 1', { name: 'wrong' }).onerror = event => {
  console.log(describe(event));
  event.preventDefault();
};
const clone = new Worker('data:text/javascript,onmessage = () => postMessage(Symbol())');
clone.postMessage('go');
