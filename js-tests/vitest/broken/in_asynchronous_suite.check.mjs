import { describe, it } from 'vitest';

it('does not run', () => {});

describe('asynchronous', async () => {
  await null;
  throw new Error('later');
});
