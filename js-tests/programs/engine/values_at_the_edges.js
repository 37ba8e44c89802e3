// Values of which only part is stored where it usually is. Nothing here runs user code.
const sparse = [];
for (let i = 0; i < 120; i++) sparse[i * 1000] = i;
console.log(sparse);

const error = new Error('failed', { cause: 1 });
Object.defineProperty(error, 'cause', { enumerable: true });
console.log(error);
console.log(Object.defineProperty({}, 'none', { get: undefined, enumerable: true }));
console.log(Object.assign(new String('ab'), { 5: 'c' }), Object.assign(new Number(1), { 0: 'x' }));
console.log(Object.setPrototypeOf(new Date(0), null));
Date.prototype.toISOString = () => 'user code';
console.log(new Date(0));
