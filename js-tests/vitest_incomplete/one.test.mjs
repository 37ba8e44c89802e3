// No package is installed.
import { expect, it } from 'vitest';

it('compares', () => expect(1).toBe(1));
