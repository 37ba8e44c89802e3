// When workers end, and the errors that end them. As Node 24 prints it.
import { Worker } from 'node:worker_threads';

/// Prints how a worker ends that runs this code, and what it sends. It gets one message.
async function ends(name, code) {
  const worker = new Worker(`const { parentPort: p } = require('node:worker_threads'); ${code}`, { eval: true });
  const seen = [];
  worker.on('message', message => seen.push(message));
  worker.on('error', ({ constructor, name, message, code, config }) =>
    seen.push([constructor.name, name, message, code, config]),
  );
  worker.postMessage('hello');
  console.log(name, await new Promise(resolve => worker.on('exit', resolve)), ...seen);
}

await ends('once', "p.once('message', m => p.postMessage(m))");
await ends('off', "p.on('message', function f(m) { p.off('message', f) })");
await ends('a listener of the web, once', "p.addEventListener('message', e => p.postMessage(e.data), { once: true })");
await ends('removed', "const f = () => p.removeEventListener('message', f); p.addEventListener('message', f)");
await ends('onmessage', 'p.onmessage = () => { p.onmessage = null }');
await ends(
  'aborted',
  "const c = new AbortController(); p.addEventListener('message', () => c.abort(), { signal: c.signal })",
);
await ends('unref', "p.on('message', () => {}); p.unref()");
await ends('a nested worker', `const { Worker } = require('node:worker_threads');
  new Worker('setInterval(() => {}, 20)', { eval: true }).unref(); setTimeout(() => {}, 5)`);
await ends('an error', "throw Object.assign(new TypeError('a'), { code: 'E', config: { headers: {} } })");
await ends('an error that has a function', "throw Object.assign(new TypeError('b'), { code: 'E', toJSON() {} })");
await ends('a class of errors', "throw new (class Own extends RangeError {})('c')");
await ends('an exit code', "process.exitCode = 2; throw new Error('d')");
await ends('a rejection', 'Promise.reject(new SyntaxError("e"))');

const early = new Worker('setInterval(() => {}, 1000)', { eval: true });
early.on('online', () => console.log('online'));
console.log('terminated early', await early.terminate());

// The program ends, although this goes on.
new Worker('setInterval(() => {}, 1000)', { eval: true }).unref();
