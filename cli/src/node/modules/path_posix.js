'use strict';
// node:path/posix

const path = require('node:path').posix;

exports = module.exports = path;
exports.basename = path.basename;
exports.delimiter = path.delimiter;
exports.dirname = path.dirname;
exports.extname = path.extname;
exports.format = path.format;
exports.isAbsolute = path.isAbsolute;
exports.join = path.join;
exports.normalize = path.normalize;
exports.parse = path.parse;
exports.posix = path.posix;
exports.relative = path.relative;
exports.resolve = path.resolve;
exports.sep = path.sep;
exports.toNamespacedPath = path.toNamespacedPath;
exports.win32 = path.win32;
