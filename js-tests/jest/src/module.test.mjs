import { expect, jest, test } from '@jest/globals';
import { shout } from './shout.js';

jest.mock('./name.js', () => ({ name: () => 'mocked' }));

test('replaces what an ES module imports', () => expect(shout()).toBe('MOCKED!'));
