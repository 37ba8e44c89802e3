'use strict';
// node:module: https://nodejs.org/api/module.html

const { error, invalidArgValue } = require('node:internal/errors');
const host = require('node:internal/modules');
const path = require('node:path');

function createRequire(filename) {
  let file = filename;
  if (filename instanceof URL || (typeof filename === 'string' && filename.startsWith('file:'))) {
    file = require('node:url').fileURLToPath(filename);
  } else if (typeof filename !== 'string' || !path.isAbsolute(filename)) {
    throw invalidArgValue('filename', filename, 'must be a file URL object, file URL string, or absolute path string');
  }
  return host.createRequire(file.endsWith('/') ? path.join(file, 'noop.js') : file);
}

const builtinModules = host.builtinModules().filter(name => !name.includes(':'));

function isBuiltin(name) {
  return host.builtinModules().includes(name) || builtinModules.includes(`${name}`.replace(/^node:/, ''));
}

function missing(name, advice) {
  return () => {
    throw error('ERR_METHOD_NOT_IMPLEMENTED', `module.${name} is not available in posttask: ${advice}`);
  };
}

function Module(id = '') {
  this.id = id;
  this.path = path.dirname(id);
  this.exports = {};
  this.filename = null;
  this.loaded = false;
  this.children = [];
}
Module.prototype.require = function (id) {
  return createRequire(path.resolve(this.filename ?? this.id))(id);
};

exports = module.exports = Module;
exports.Module = Module;
exports.builtinModules = builtinModules;
exports.createRequire = createRequire;
exports.isBuiltin = isBuiltin;
exports.enableCompileCache = () => ({ status: 3 });
exports.findSourceMap = () => undefined;
exports.register = missing('register', 'there are no loader hooks');
exports.registerHooks = missing('registerHooks', 'there are no loader hooks');
exports.syncBuiltinESMExports = () => {};
exports._extensions = { __proto__: null };
exports._cache = require.cache;
exports._nodeModulePaths = from => {
  const paths = [];
  for (let folder = path.resolve(from); ; folder = path.dirname(folder)) {
    if (path.basename(folder) !== 'node_modules') paths.push(path.join(folder, 'node_modules'));
    if (folder === path.dirname(folder)) return paths;
  }
};
exports._resolveFilename = (request, parent) =>
  createRequire(path.resolve(parent?.filename ?? 'noop.js')).resolve(request);
exports._load = (request, parent) => createRequire(path.resolve(parent?.filename ?? 'noop.js'))(request);
