// A CommonJS module as the main program.
const { answer } = require('legacy');
console.log(answer, require.main === module, module.loaded, __dirname.split('/').pop(), this === module.exports);
return;
