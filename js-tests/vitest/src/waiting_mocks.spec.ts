// A mock in the place of a module that awaits, in a cycle that waits for it.
import { expect, test, vi } from 'vitest';

import { first } from './waiting/first';

vi.mock('./waiting/slow', () => ({ slow: 'mocked' }));

test('the cycle waits for what is not mocked', () => {
  expect(first()).toBe('mocked and slower');
});
