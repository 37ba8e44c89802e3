import './awaits.mjs?6';
queueMicrotask(() => console.log('a microtask of the second module'));
console.log('the second module');
