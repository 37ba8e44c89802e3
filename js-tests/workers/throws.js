addEventListener('error', event => event.message.includes('handled here') && event.preventDefault());
setTimeout(() => { throw new Error('handled here'); }, 1);
setTimeout(() => { throw new TypeError('for the worker object'); }, 2);
setTimeout(() => { throw new RangeError('for nobody'); }, 3);
setTimeout(() => Promise.reject(new Error('rejected')), 4);
throw new SyntaxError('at the top');
