const dual = require('dual');
const again = require('./required.cjs');
module.exports = [dual.format, typeof again, require.resolve('legacy').split('/').slice(-3).join('/')];
