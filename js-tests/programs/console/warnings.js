// What the console prints as warnings and errors. The playground's console is compared with the same output.
console.warn('warning', {});
console.error('%d errors', 2);
console.group();
console.assert(false);
console.assert(false, 'why %s\n', 'not', { a: 1 });
console.assert();
console.groupEnd();
console.countReset('none');
console.time('t');
console.time('t');
console.timeEnd('none');
console.timeLog();
