import './awaits.mjs?3';
console.log('second');
queueMicrotask(() => console.log('a microtask of the second module'));
