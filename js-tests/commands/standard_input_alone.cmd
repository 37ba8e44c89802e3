
// No command, and no terminal: a program.
queueMicrotask(() => console.log('microtask'));
console.log('main');
