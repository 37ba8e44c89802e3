// A CommonJS module that is recognized by what it uses.
const { using } = require('umd');
console.log(using('it'), typeof module);
try { require('./broken.cjs'); } catch (error) { console.log(`${error}`); }
try { require('./throws.cjs'); } catch (error) { console.log(error.stack.split('\n')[1]); }
try { require(5); } catch (error) { console.log(`${error}`); }
require('./throws.cjs');
