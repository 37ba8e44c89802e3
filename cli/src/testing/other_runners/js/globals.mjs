// Makes what a runner exports global.

const NAMES = {
  vitest: [
    'suite',
    'test',
    'describe',
    'it',
    'chai',
    'expect',
    'assert',
    'expectTypeOf',
    'assertType',
    'vitest',
    'vi',
    'beforeAll',
    'afterAll',
    'beforeEach',
    'afterEach',
    'onTestFinished',
    'onTestFailed',
  ],
  jest: [
    'afterAll',
    'afterEach',
    'beforeAll',
    'beforeEach',
    'describe',
    'expect',
    'fdescribe',
    'fit',
    'it',
    'jest',
    'test',
    'xdescribe',
    'xit',
    'xtest',
  ],
};

/** Installs the globals of a runner: `vitest`, `jest` or `mocha`. */
export async function install(runner) {
  if (runner === 'mocha') {
    const { globals } = await import('posttask:mocha');
    define(Object.keys(globals), globals);
  } else {
    define(NAMES[runner], await import(runner === 'jest' ? '@jest/globals' : 'vitest'));
  }
}

function define(names, values) {
  for (const name of names) {
    Object.defineProperty(globalThis, name, {
      value: values[name],
      writable: true,
      configurable: true,
      enumerable: true,
    });
  }
}
