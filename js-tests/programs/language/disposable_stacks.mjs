// DisposableStack, AsyncDisposableStack and SuppressedError.
const log = [];
const said = () => log.splice(0).join(' ');
const nameOf = steps => {
  try {
    return steps();
  } catch (error) {
    return error.name;
  }
};
const resource = name => ({
  [Symbol.dispose](...rest) {
    log.push(`${name}(${rest.length})`);
  },
});
const failing = name => () => {
  log.push(name);
  throw name;
};

for (const Stack of [DisposableStack, AsyncDisposableStack]) {
  const { prototype } = Stack;
  console.log(Stack.name, Stack.length, String(new Stack()), Object.getOwnPropertyNames(prototype).sort().join());
  const { enumerable } = Object.getOwnPropertyDescriptor(globalThis, Stack.name);
  const methods = ['use', 'adopt', 'defer', 'move'].map(name => prototype[name].length);
  console.log(enumerable, Object.keys(prototype), methods, nameOf(() => Stack()), nameOf(() => prototype.disposed));
}
console.log(DisposableStack.prototype.dispose === DisposableStack.prototype[Symbol.dispose]);
console.log(AsyncDisposableStack.prototype.disposeAsync === AsyncDisposableStack.prototype[Symbol.asyncDispose]);

const stack = new DisposableStack();
const first = resource('first');
console.log(stack.use(first) === first, stack.use(null), stack.use(undefined), stack.disposed);
console.log(stack.adopt(5, (...values) => log.push(`adopted ${values}`)), stack.defer(() => log.push('deferred')));
for (const wrong of [1, 'text', {}, { [Symbol.dispose]: 1 }]) console.log(nameOf(() => stack.use(wrong)));
console.log(nameOf(() => stack.adopt(1)), nameOf(() => stack.defer({})), nameOf(() => stack.use.call({}, first)));
const moved = stack.move();
console.log(moved instanceof DisposableStack, stack.disposed, moved.disposed, nameOf(() => stack.use(first)));
console.log(nameOf(() => stack.move()), stack.dispose(), said());
console.log(moved.dispose(), moved.dispose(), moved.disposed, '|', said());

const throwing = new DisposableStack();
for (const name of ['one', 'two', 'three']) throwing.defer(failing(name));
try {
  throwing.dispose();
} catch (error) {
  const { name, error: last, suppressed } = error;
  console.log(name, last, suppressed.error, suppressed.suppressed, error instanceof SuppressedError, said());
}
const reentrant = new DisposableStack();
reentrant.defer(() => console.log('again', reentrant.dispose(), nameOf(() => reentrant.use(first))));
reentrant.dispose();
class Sub extends DisposableStack {}
console.log(new Sub().move() instanceof Sub, new Sub() instanceof Sub);

const created = new SuppressedError(1, 2, 'both');
console.log(Object.getOwnPropertyDescriptors(created).error, Object.keys(created), created.message, String(created));
console.log(SuppressedError.length, Object.getPrototypeOf(SuppressedError) === Error, SuppressedError(1).suppressed);
console.log('message' in Object.getOwnPropertyDescriptors(new SuppressedError(1, 2)), created instanceof Error);
class Own extends SuppressedError {}
console.log(new Own(1, 2) instanceof Own, new Own(1, 2, 'own').message, typeof created.stack);

const later = name => ({
  async [Symbol.asyncDispose]() {
    log.push(`${name} begins`);
    await null;
    log.push(`${name} ends`);
  },
});
const asynchronous = new AsyncDisposableStack();
asynchronous.use(resource('sync'));
asynchronous.use(null);
asynchronous.use(later('one'));
asynchronous.adopt('value', async value => {
  await null;
  log.push(value);
});
asynchronous.use(later('two'));
const disposed = asynchronous.disposeAsync();
console.log(disposed instanceof Promise, asynchronous.disposed, said());
console.log(await disposed, said());
console.log(await asynchronous.disposeAsync(), await AsyncDisposableStack.prototype.disposeAsync().catch(e => e.name));

const rejecting = new AsyncDisposableStack();
rejecting.defer(failing('sync'));
rejecting.defer(async () => failing('async')());
rejecting.use({ [Symbol.dispose]: failing('fallback') });
rejecting.defer(() => ({ then: (_, reject) => reject('thenable') }));
await rejecting.disposeAsync().catch(({ name, error, suppressed }) => {
  console.log(name, error, suppressed.error, suppressed.suppressed.error, suppressed.suppressed.suppressed, said());
});

// How many microtasks it takes.
const ticks = async steps => {
  let count = 0;
  let isOver = false;
  const promise = steps().then(() => (isOver = true));
  while (!isOver) {
    await null;
    count++;
  }
  await promise;
  return count;
};
const count = (...uses) =>
  ticks(() => {
    const counted = new AsyncDisposableStack();
    uses.forEach(use => use(counted));
    return counted.disposeAsync();
  });
console.log(
  await count(),
  await count(it => it.use(null)),
  await count(it => it.use(null), it => it.use(null)),
  await count(it => it.defer(() => {})),
  await count(it => it.use(resource('')), it => it.use(null)),
  await count(it => it.use(later('')), it => it.defer(() => {})),
);
{
  using own = new DisposableStack();
  own.use(first);
  await using other = new AsyncDisposableStack();
  other.use(later('other'));
  said();
}
console.log(said());
