import { expect, jest, test } from '@jest/globals';
import { shout } from './shout.js';

jest.mock('./name.js', () => ({ name: () => 'mocked' }));

test('has the globals of the configuration', () => {
  expect([VERSION, 'ts-jest' in globalThis]).toEqual(['1.2.3', false]);
});

test('replaces what an ES module imports', () => expect(shout()).toBe('MOCKED!'));
