// A classic script that reads a global of Node at its top level: it is a program for Node.
const all = process.argv.length;
console.log(all, typeof Buffer, typeof global, Buffer.from('hi'));
setImmediate(() => console.log('immediate'));
