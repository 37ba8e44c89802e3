import { beforeEach } from 'vitest';

beforeEach(() => {
  (globalThis as { prepared?: boolean }).prepared = true;
});
