import './awaits.mjs?6';
queueMicrotask(() => console.log('a microtask of the first module'));
console.log('the first module');
