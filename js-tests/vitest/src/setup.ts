import { beforeEach, vi } from 'vitest';

// A mock whose factory the test file cannot wait for.
vi.mock('./later', async () => ({ later: await Promise.resolve('mocked') }));

beforeEach(() => {
  (globalThis as { prepared?: boolean }).prepared = true;
});
