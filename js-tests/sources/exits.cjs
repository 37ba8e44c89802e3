// Needs node:process from its first line, because it requires it later.
process.on('exit', code => console.log('exit', code));
setTimeout(() => console.log('never'), 10);
queueMicrotask(() => {
    require('node:process').exit(7);
    console.log('never');
});
