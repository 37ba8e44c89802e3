// Modules that a test file replaces.

import runner from 'posttask:runner';
import { folderOf, isAbsolute, nameOf, withSlashes } from './paths';

/** By path, or by the specifier of a package that does not exist: the state of each mock. */
const mocks = new Map();

const PENDING = Symbol('a factory that has not ended');

function pathOf(specifier, importer) {
  try {
    return runner.realPath(specifier, importer);
  } catch (error) {
    if (/^[./]/.test(specifier)) {
      const parts = `${folderOf(withSlashes(importer))}/${specifier}`.split('/');
      const path = [];
      for (const part of parts) part === '..' ? path.pop() : part !== '.' && path.push(part);
      return path.join('/');
    }
    if (/^(@[^/]+\/)?[^/@]+/.test(specifier)) return specifier;
    throw error;
  }
}

/** The file in `__mocks__` that replaces a module, if there is one. */
function inMocksFolder(path, specifier, root) {
  const slash = path.lastIndexOf('/');
  const beside = `${path.slice(0, slash)}/__mocks__${path.slice(slash)}`;
  const own = !isAbsolute(path) || path.includes('/node_modules/') ? [] : [beside];
  const ofRoot = ['js', 'mjs', 'cjs', 'ts', 'mts', 'cts', 'jsx', 'tsx'].map(
    end => `${root}/__mocks__/${specifier}.${end}`,
  );
  return [...own, ...(own.length ? [] : ofRoot)].find(file => runner.exists(file));
}

/** Imports a module even if it is replaced. */
export async function importActual(specifier, importer = runner.caller().file) {
  return actualAt(runner.realPath(specifier, importer));
}

async function actualAt(path) {
  await settle(path, true);
  return import(`posttask:actual:${runner.mocksVersion()}:${path}`);
}

/** Loads a module at once, even if it is replaced. */
export function actualAtOnce(path) {
  const actual = runner.actualCommonJs(path);
  if (actual) return actual.exports;
  for (const mocked of runner.mockedImports(path)) {
    const mock = mocks.get(mocked);
    if (mocked !== path && mock && mock.exports !== PENDING) begin(mock);
  }
  return runner.importAtOnce(`posttask:actual:${runner.mocksVersion()}:${path}`);
}

/** Returns the exports of the mock of a module; `undefined` if it is not replaced. */
export function mockAtOnce(specifier, importer) {
  const path = pathOf(specifier, importer);
  return mocks.has(path) ? { exports: provide(path, mocks.get(path)) } : undefined;
}

const isObject = value => (typeof value === 'object' && value !== null) || typeof value === 'function';

/** The error of a factory. A mock is made before the variables of the file have values. */
function explained(error, { specifier, canHoist }) {
  if (!(error instanceof ReferenceError) || !`${error}`.includes('before initialization')) return error;
  const advice = canHoist ? 'in its factory, or by vi.hoisted()' : 'in its factory';
  const message = `the mock of '${specifier}' is made before the imports: declare what it uses ${advice}`;
  return new ReferenceError(message, { cause: error });
}

/** Returns the exports of a mock, or a promise for them. */
function begin(mock) {
  if ('exports' in mock) return mock.exports;
  mock.exports = PENDING;
  const keep = exports => {
    if (!mock.mayBeAnything && !isObject(exports)) {
      throw new TypeError(`the factory of the mock of '${mock.specifier}' must return an object with the exports`);
    }
    mock.exports = exports;
    return exports;
  };
  const forget = error => {
    delete mock.exports;
    throw explained(error, mock);
  };
  try {
    const exports = mock.factory();
    return typeof exports?.then === 'function' ? (mock.promise = exports.then(keep).catch(forget)) : keep(exports);
  } catch (error) {
    return forget(error);
  }
}

/** Runs the factories of the replaced modules that are loaded with the one at a path. */
async function settle(path, isActual = false) {
  for (const mocked of runner.mockedImports(path)) {
    if (isActual && mocked === path) continue;
    const mock = mocks.get(mocked);
    if (mock?.exports === PENDING) continue;
    if (mock) await begin(mock);
  }
}

function provide(path, mock) {
  const exports = begin(mock);
  if (mock.exports === PENDING) {
    throw new Error(
      `the factory of the mock of '${mock.specifier}' is asynchronous and has not ended: ` +
        'import the module in the test file',
    );
  }
  return exports;
}

/**
 * Replaces a module. Without a factory, by the file in `__mocks__`, or by `automock(exports)` of the real one. `find`
 * throws if there must be a real one. `asImported` makes what ES modules import of the exports, which may be anything
 * then. With `isAtOnce`, the real one is loaded at once, so that the mock can be required.
 */
export function mock(
  specifier,
  factory,
  { importer = runner.caller().file, root, automock, find, asImported, isAtOnce },
) {
  const path = pathOf(specifier, importer);
  const ofFolder = factory ? undefined : inMocksFolder(path, specifier, root);
  if (!ofFolder) find?.(specifier, importer);
  const automatic = () => {
    if (isAtOnce) return automock(actualAtOnce(path));
    const actual = runner.actualCommonJs(path);
    return actual ? automock(actual.exports) : actualAt(path).then(automock);
  };
  const steps =
    factory ??
    (ofFolder
      ? () => {
          const actual = runner.actualCommonJs(ofFolder);
          return actual ? actual.exports : actualAt(ofFolder);
        }
      : automatic);
  const state = { specifier, factory: steps, mayBeAnything: asImported !== undefined, canHoist: !isAtOnce };
  mocks.set(path, state);
  runner.mockModule(path, isRequired => {
    const exports = provide(path, state);
    return isRequired ? exports : (asImported?.(exports) ?? exports);
  });
}

export function unmock(specifier, importer = runner.caller().file) {
  const path = pathOf(specifier, importer);
  mocks.delete(path);
  runner.unmockModule(path);
}

/** What compiled code calls instead of `import()`. */
async function imported(specifier, importer) {
  const path = pathOf(String(specifier), importer);
  if (mocks.has(path) && mocks.get(path).exports !== PENDING) await begin(mocks.get(path));
  if (!isAbsolute(path)) return import(mocks.has(path) ? path : String(specifier));
  await settle(path);
  return import(`posttask:import:${runner.mocksVersion()}:${path}`);
}

globalThis.__posttask.imported = imported;

/** A call of `vi.mock` that is written inside of a function runs before the imports, too. */
globalThis.__posttask.noteMovedMock = (path, line) => {
  const name = nameOf(path);
  runner.note(`the mock in line ${line} of ${name} is not at the top level, but it is made before the imports`);
};

// Called after the setup files, whose mocks the test file may import.
globalThis.__posttask.settleMocks = () => settle(runner.file());

/** Imports the mock of a module, which is made if there is none. */
export async function importMock(specifier, options) {
  const importer = options.importer ?? runner.caller().file;
  const path = pathOf(specifier, importer);
  if (!mocks.has(path)) {
    mock(specifier, undefined, { ...options, importer });
    try {
      return await imported(specifier, importer);
    } finally {
      unmock(specifier, importer);
    }
  }
  return imported(specifier, importer);
}

const isPlain = value => Object.prototype.toString.call(value) === '[object Object]';

/** Returns an object like another one, whose functions are mocks. `mockFunction(original)` makes one. */
export function automock(value, mockFunction, isSpied = false, seen = new Map()) {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return value;
  if (seen.has(value)) return seen.get(value);
  if (Array.isArray(value)) return isSpied ? value : [];
  if (
    typeof value === 'object' &&
    !isPlain(value) &&
    value[Symbol.toStringTag] !== 'Module' &&
    Object.getPrototypeOf(value) === null
  )
    return value;
  const mocked = typeof value === 'function' ? mockFunction(value) : {};
  seen.set(value, mocked);
  for (const key of Reflect.ownKeys(value)) {
    if (typeof value === 'function' && ['length', 'name', 'prototype', 'caller', 'arguments'].includes(key)) continue;
    const property = Object.getOwnPropertyDescriptor(value, key);
    if (property.get && value[Symbol.toStringTag] !== 'Module') continue;
    mocked[key] = automock(value[key], mockFunction, isSpied, seen);
  }
  const methods = typeof value === 'function' ? value.prototype : Object.getPrototypeOf(value);
  if (methods && methods !== Object.prototype) {
    const target = typeof value === 'function' ? (mocked.prototype ??= {}) : mocked;
    for (const key of Reflect.ownKeys(methods)) {
      const property = Object.getOwnPropertyDescriptor(methods, key);
      if (key !== 'constructor' && typeof property.value === 'function') target[key] = mockFunction(property.value);
    }
  }
  return mocked;
}
