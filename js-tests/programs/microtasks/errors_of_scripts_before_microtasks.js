// An exception of a classic script is reported before the microtask checkpoint that follows the script.
onerror = (message, file, line, column, error) => { console.log('onerror', error); return true; };
Promise.resolve().then(() => {
  console.log('microtask of the script');
  setTimeout(`
    Promise.resolve().then(() => console.log('microtask of the handler'));
    throw 'of a string handler';
  `, 0);
});
throw 'of the script';
