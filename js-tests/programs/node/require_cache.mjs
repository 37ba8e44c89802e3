// Node prints the same.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const path = require.resolve('./counted.cjs');
console.log(require('./counted.cjs').count, require('./counted.cjs').count);
console.log(path in require.cache, require.cache[path].exports.count, require.cache[path].loaded);
delete require.cache[path];
console.log(require('./counted.cjs').count, Object.keys(require.cache).length);
require.cache[path] = { exports: 'replaced' };
console.log(require('./counted.cjs'));
console.log(require.resolve.paths('fs'), require.resolve.paths('./a').length, require.resolve.paths('a').length > 2);
console.log(require.resolve.paths('a')[0].endsWith('/programs/node/node_modules'));
