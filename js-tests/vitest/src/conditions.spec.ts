import { expect, it } from 'vitest';
import { mode } from 'modes';

it('has the packages for development', () => {
  expect(mode).toBe('development');
});
