// Resources are disposed of at the end of their block, the last one first.
const resource = (name: string) => ({ name, [Symbol.dispose]() { console.log('dispose of', name); } });
const later = (name: string) => ({
  name,
  async [Symbol.asyncDispose]() {
    await null;
    console.log('dispose of', name, 'later');
  },
});

{
  using first = resource('first'), second = resource('second');
  using nothing = null;
  console.log('in a block', first.name, second.name, nothing);
}
for (using each of [resource('a'), resource('b')]) {
  if (each.name === 'b') break;
  console.log('loop', each.name);
}
function early() {
  using local = resource('local');
  return local.name + ' is returned';
}
console.log(early());

async function asynchronous() {
  await using one = later('one');
  await using two = resource('two');
  console.log('in an async function', one.name, two.name);
}
await asynchronous();

try {
  using bad = { [Symbol.dispose]() { throw new Error('from dispose'); } };
  throw new Error('from the block');
} catch (error) {
  const { name, error: own, suppressed } = error as SuppressedError;
  console.log(name, own.message, suppressed.message);
}
try {
  using wrong = {} as Disposable;
} catch (error) {
  console.log(String(error), (error as Error).stack!.trim());
}
using whole = resource('of the module');
console.log('the end');
export { whole };
