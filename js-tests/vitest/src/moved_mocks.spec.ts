import { vi } from 'vitest';
import { shout } from './shout';

describe('mocks inside of functions', () => {
  beforeEach(() => {
    vi.mock('./name', () => ({ getName: () => 'moved' }));
  });

  it('are made before the imports', () => expect(shout()).toBe('MOVED!'));
});
