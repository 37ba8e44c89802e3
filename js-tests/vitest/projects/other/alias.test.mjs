import { double } from 'double';
import { it } from 'vitest';

it('finds the modules of its project', () => {
  if (double(2) !== 4) throw new Error('another module');
});
