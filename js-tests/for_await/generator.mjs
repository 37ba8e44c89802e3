async function* values() {
  yield 1;
  throw new Error('in a generator');
}
for await (const x of values()) console.log(x);
