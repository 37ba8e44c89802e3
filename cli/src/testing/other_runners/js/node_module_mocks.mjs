// `mock.module` of node:test: https://nodejs.org/api/test.html#mockmodulespecifier-options

import session from 'posttask:session';
import { failure, wrongType } from './node_errors';

/** By path: the function that provides the exports of a mock, and whether it is made anew for each import. */
const mocks = new Map();

function check(value, type, what) {
  if (typeof value !== type || value === null) throw wrongType(what, `of type ${type}`, value);
}

class MockModuleContext {
  #path;

  constructor(path) {
    this.#path = path;
  }

  restore() {
    if (mocks.get(this.#path)?.context !== this) return;
    mocks.delete(this.#path);
    session.unmockModule(this.#path);
  }
}

export function mock(specifier, options = {}) {
  const wanted = specifier instanceof URL ? specifier.href : specifier;
  check(wanted, 'string', '"specifier" argument');
  check(options, 'object', '"options" argument');
  const { cache = false, namedExports = {} } = options;
  check(cache, 'boolean', '"options.cache" property');
  check(namedExports, 'object', '"options.namedExports" property');
  const path = session.realPath(wanted, session.caller().file);
  if (mocks.has(path)) {
    const message = `Invalid state: Cannot mock '${wanted}'. The module is already mocked.`;
    throw failure(Error, 'ERR_INVALID_STATE', message);
  }
  const context = new MockModuleContext(path);
  const provide = providerOf(session.isCommonJs(path), { ...options, cache, namedExports });
  mocks.set(path, { context, provide, cache });
  session.mockModule(path, provide, true);
  return context;
}

/** Returns the function that provides the exports, or what `require` returns, if its argument is true. */
function providerOf(isCommonJs, options) {
  const { cache, namedExports } = options;
  let known;
  const required = () => {
    if (known) return known.exports;
    const exports = exportsOf(options);
    if (cache) known = { exports };
    return exports;
  };
  return isRequired => {
    if (isRequired) return required();
    if (isCommonJs) return { ...namedExports, default: required() };
    return 'defaultExport' in options ? { ...namedExports, default: options.defaultExport } : { ...namedExports };
  };
}

/** `module.exports` of a mock: the default export, to which the others are added. */
function exportsOf(options) {
  const { namedExports } = options;
  const exports = 'defaultExport' in options ? options.defaultExport : {};
  if (Object.keys(namedExports).length === 0) return exports;
  if (typeof exports !== 'object' || exports === null) {
    const message = 'Cannot create mock because named exports cannot be applied to the provided default export.';
    throw new Error(message);
  }
  for (const [name, value] of Object.entries(namedExports)) exports[name] = value;
  return exports;
}

/** What compiled code calls instead of `import()`. */
export async function imported(specifier, importer) {
  const text = String(specifier);
  if (/^data:/i.test(text)) return import(text);
  const path = session.realPath(text, importer);
  // With a query or a fragment, it is another module.
  const [query = ''] = /[?#].*$/s.exec(text) ?? [];
  const mock = query === '' ? mocks.get(path) : undefined;
  // Without a cache, each import gets a module of its own.
  if (mock && !mock.cache) session.mockModule(path, mock.provide, true);
  return import(`posttask:import:${session.mocksVersion()}:${path}${query === '' ? '' : `\0${query}`}`);
}
