import { expect, it } from 'vitest';

it('runs without what packages make', () => expect(1).toBe(1));
