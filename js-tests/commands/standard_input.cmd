run - one two
console.log('from standard input', scriptArgs);
const { a } = await import('../modules/a.mjs');
console.log(typeof a);
missing();
