// One place in the source text sets the length of several arrays.
const show = (name, array) => console.log(name, JSON.stringify(array), array.length, 0 in array);
const clear = array => { array.length = 0; };
for (let n = 0; n < 3; n++) {
  const array = [1, 2, 3];
  clear(array);
  show('cleared', array);
}
for (const operation of [
  array => { while (array.length) array.length--; },
  array => { array.length -= 2; },
  array => { [array.length] = [1]; },
  array => { for (array.length of [2, 1]); },
]) {
  for (const array of [[1, 2, 3], [4, 5, 6]]) {
    operation(array);
    show('shortened', array);
  }
}
for (const length of [1, -1]) {
  try {
    const array = [1, 2];
    array.length = length;
    show('set', array);
  } catch (error) {
    console.log(error.name, error.stack.includes('array_lengths.js:23:'));
  }
}
class Queue extends Array {
  flush() {
    const items = [...this];
    this.length = 0;
    return items;
  }
}
const queue = new Queue();
for (const item of ['a', 'b']) {
  queue.push(item);
  show('flushed', queue.flush());
}
setTimeout(`const clearHere = array => { array.length = 0; return 0 in array; };
  for (let n = 0; n < 3; n++) console.log('string handler', clearHere([n]));`);
