// args: --timeout 100ms
console.log('a callback that never returns cannot be interrupted, but the process ends');
for (;;);
