import { it } from 'vitest';

it('has no globals', () => {
  if ('describe' in globalThis) throw new Error('there are globals');
});
