// What errors of web interfaces say in Node, which prints the same.
import 'node:process';

const say = async (name, operation) => {
  try {
    await operation();
    console.log(name, 'no error');
  } catch ({ name: kind, message, code, input, base, cause }) {
    console.log(name, '|', kind, '|', message, '|', code, '|', input, '|', base, '|', cause);
  }
};
await say('abort', () => {
  const controller = new AbortController();
  controller.abort();
  controller.signal.throwIfAborted();
});
await say('AbortSignal.abort', () => AbortSignal.abort().throwIfAborted());
await say('AbortSignal.any', () => AbortSignal.any([AbortSignal.abort()]).throwIfAborted());
await say('given reason', () => AbortSignal.abort(new Error('mine')).throwIfAborted());
await say('timeout', async () => {
  const signal = AbortSignal.timeout(5);
  await new Promise(resolve => setTimeout(resolve, 20));
  signal.throwIfAborted();
});
await say('URL', () => new URL('nope'));
await say('URL with a base', () => new URL('x', 'nope'));
await say('URL.parse', () => console.log(URL.parse('nope'), URL.canParse('nope')));
await say('body', async () => {
  const response = new Response('x');
  await response.text();
  await response.text();
});
await say('clone a function', () => structuredClone(() => {}));
await say('clone a method', () => structuredClone({ a: [{ f() { return 1; } }] }));
await say('clone a symbol', () => structuredClone(Symbol('a')));
await say('clone a map', () => structuredClone(new (class Weak extends WeakMap {})()));
await say('clone a generator', () => structuredClone((function* () {})()));
