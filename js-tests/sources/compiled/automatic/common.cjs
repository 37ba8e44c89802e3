console.log(require('./required.tsx').element);
