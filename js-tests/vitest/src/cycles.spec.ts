// Modules that import each other call each other's functions before both have started.
import { expect, it, vi } from 'vitest';
import * as even from './even';
import { early, isOdd } from './odd';

it('calls a function of a module that has not started', () => {
  expect(early.join()).toBe('true,made,a name');
});

it('replaces the function later', () => {
  expect(isOdd(3)).toBe(true);
  vi.spyOn(even, 'isEven').mockReturnValue(false);
  expect(isOdd(3)).toBe(false);
});
