// Code for the web that asks: it is not a program for Node.
const kind = typeof process === 'undefined' ? 'web' : 'node';
const later = () => Buffer.from('x');
console.log(kind, typeof setImmediate, process.env.NODE_ENV, typeof later);
try {
    process.exit(1);
} catch (error) {
    console.log(error.message);
}
