import { describe, it } from 'vitest';

it('does not run', () => {});

describe('outer', () => {
  it('does not run either', () => {});
  describe('inner', () => {
    throw new TypeError('in a suite');
  });
});
