// An exception of a classic script is reported before the clean-up after the script performs a microtask checkpoint.
onerror = (message, file, line, column, error) => { console.log('onerror', error); return true; };
Promise.resolve().then(() => {
  console.log('microtask of the script');
  setTimeout(`
    Promise.resolve().then(() => console.log('microtask of the handler'));
    throw 'of a handler that is text';
  `, 0);
});
throw 'of the script';
