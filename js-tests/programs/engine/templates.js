// Values in a template are converted one after the other, and each before the next one is evaluated.

let converted = 0;
const counts = { toString() { converted++; return 'counts'; } };
console.log(`${counts} ${converted}`);
console.log(`${converted}${counts}${converted}${counts}${converted}`);

(function (parameter) {
  const writes = { toString: () => { parameter = 'written'; return 'writes'; } };
  console.log(`${writes} ${parameter}`);
  console.log(((value = 'default') => `${{ toString() { value = 'changed'; return 'arrow'; } }} ${value}`)());
})('initial');

function* suspended() {
  let state = 'before';
  const writes = { [Symbol.toPrimitive]() { state = 'after'; return 'generator'; } };
  yield `${writes} ${state} ${yield 'first'} ${state}`;
}
const generator = suspended();
console.log(generator.next().value, generator.next('sent').value);

const list = [1, 2];
console.log(`${list} ${list.pop()} ${list}`);
const local = { toString: () => 'local' };
let unchanged = 1;
unchanged = 2;
console.log(`${local} ${unchanged}`);
