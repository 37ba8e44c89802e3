import { it } from 'vitest';

it('does not run', () => {});

throw new Error('at the top level');
