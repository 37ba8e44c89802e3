// always:
// A microtask is a task of its own by the letter, so what it sets is not nested.
const wait = () => new Promise(resolve => setTimeout(resolve));
for (let depth = 0; depth < 7; depth++) await wait();
setTimeout(() => console.log('three'), 3);
setTimeout(() => console.log('one'), 1);
