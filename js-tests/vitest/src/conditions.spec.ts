import { expect, it } from 'vitest';
import { mode } from 'modes';
import { isEven } from '~/even';

it('has the packages for development', () => {
  expect(mode).toBe('development');
});

it('has an alias whose replacement is a list', () => {
  expect(isEven(2)).toBe(true);
});
