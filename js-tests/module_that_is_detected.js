const value = await Promise.resolve('a file that only parses as a module is one');
console.log(value);
