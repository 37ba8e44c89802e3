const value = await Promise.resolve('a file that parses only as a module is run as a module');
console.log(value);
