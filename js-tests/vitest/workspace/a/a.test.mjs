import { it } from 'vitest';

it('is in a folder', () => {});
