// `mock.module`. All but the last test print the same with Node 20 and --experimental-test-module-mocks.
import { test } from 'node:test';
import assert from 'node:assert';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const dependency = './mocked_modules/dependency.mjs';
const common = './mocked_modules/common.cjs';

test('an ES module, until it is restored', async t => {
  const mock = t.mock.module(dependency, { namedExports: { name: 'mocked' }, defaultExport: 'other' });
  const first = await import('./mocked_modules/dependency.mjs');
  assert.deepEqual({ ...first }, { default: 'other', name: 'mocked' });
  assert.notEqual(first, await import('./mocked_modules/dependency.mjs'));
  const { greet } = await import('./mocked_modules/subject.mjs');
  assert.equal(greet(), 'hi mocked');
  mock.restore();
  assert.equal((await import(dependency)).name, 'real');
  mock.restore();
});

test('one module for all imports', async t => {
  t.mock.module(dependency, { cache: true, namedExports: { name: 'cached' } });
  assert.equal(await import(dependency), await import(dependency));
  assert.equal('default' in (await import(dependency)), false);
  await assert.rejects(import('./mocked_modules/asks_for_more.mjs'), SyntaxError);
});

test('the end of a test restores modules', async () => {
  assert.equal((await import(dependency)).name, 'real');
});

test('a CommonJS module', async t => {
  t.mock.module(common, { namedExports: { added: 1 } });
  assert.deepEqual(require(common), { added: 1 });
  assert.deepEqual({ ...(await import(common)) }, { added: 1, default: { added: 1 } });
  t.mock.restoreAll();
  assert.deepEqual(require(common), { value: 'real' });
  t.mock.module(common, { defaultExport: 7 });
  assert.equal(require(common), 7);
});

test('a default export that cannot have the others', t => {
  t.mock.module(common, { defaultExport: 7, namedExports: { added: 1 } });
  assert.throws(() => require(common), /named exports cannot be applied/);
});

test('a module of Node', async t => {
  t.mock.module('node:os', { namedExports: { platform: () => 'mine' } });
  assert.equal(require('os').platform(), 'mine');
  assert.equal((await import('node:os')).platform(), 'mine');
  assert.equal((await import('os')).default.tmpdir, undefined);
});

test('arguments', t => {
  const codes = [
    [],
    [dependency, 5],
    [dependency, { cache: 1 }],
    [dependency, { namedExports: 1 }],
    ['./missing.mjs'],
  ].map(given => {
    try {
      t.mock.module(...given);
    } catch ({ code }) {
      return code;
    }
  });
  const type = 'ERR_INVALID_ARG_TYPE';
  assert.deepEqual(codes, [type, type, type, type, 'ERR_MODULE_NOT_FOUND']);
  t.mock.module(dependency);
  assert.throws(() => t.mock.module(dependency), { code: 'ERR_INVALID_STATE' });
});

test('a URL, as in Node 24', async t => {
  t.mock.module(new URL(dependency, import.meta.url), { namedExports: { name: 'by URL' } });
  assert.equal((await import(dependency)).name, 'by URL');
});

test('other modules are not mocked', async t => {
  t.mock.module(dependency, { namedExports: { name: 'mocked' } });
  const { name } = await import(`${dependency}?query`);
  assert.notEqual(name, 'mocked');
  assert.equal((await import(`${dependency}#fragment`)).name, name);
  assert.equal((await import('data:text/javascript,export default 7')).default, 7);
});
