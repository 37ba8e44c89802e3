import os from 'node:os';
import greet from 'greeter';
import { part } from '@scope/part';
import virtual, { named } from 'virtual-package';
import { uses } from './uses_missing';

jest.mock('virtual-package', () => ({ __esModule: true, default: 1, named: 2 }), { virtual: true });
jest.mock('./missing', () => ({ __esModule: true, default: 3 }), { virtual: true });

test('modules that do not exist are mocked', async () => {
  expect([virtual, named, uses]).toEqual([1, 2, 3]);
  expect(require('virtual-package').named).toBe(2);
  expect(require('./missing').default).toBe(3);
  expect((await import('virtual-package')).named).toBe(2);
  expect((await import('./missing')).default).toBe(3);
});

test('exports may be anything', () => {
  jest.doMock('later', () => 'a text', { virtual: true });
  expect(require('later')).toBe('a text');
});

test('without `virtual`, the module must exist', () => {
  let error;
  try {
    jest.doMock('nowhere', () => 1);
  } catch (thrown) {
    error = thrown;
  }
  expect(error.code).toBe('MODULE_NOT_FOUND');
});

test('a module is missing again', () => {
  jest.resetModules();
  jest.dontMock('virtual-package');
  let error;
  try {
    require('virtual-package');
  } catch (thrown) {
    error = thrown;
  }
  expect(error.code).toBe('MODULE_NOT_FOUND');
});

test('packages in __mocks__ are mocked without a call', () => {
  expect([greet('you'), require('greeter')('me'), part]).toEqual(['hello you', 'hello me', 'part of a scope']);
});

test('modules of Node are only mocked by a call', () => {
  expect(os.platform() === 'mocked').toBe(false);
  jest.doMock('os');
  expect(require('os').platform()).toBe('mocked');
});
