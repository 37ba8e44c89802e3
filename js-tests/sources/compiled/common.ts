// `import x = require()` and `export =` make a file a CommonJS module.
import required = require('./common_exports.cts');
import type Erased = require('./nothing.cts');

const value: number = required.value;
console.log(value, required.label());
export = { value };
