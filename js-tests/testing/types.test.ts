import { test, type TestContext } from 'node:test';
import assert from 'node:assert/strict';

interface Point { x: number; y: number }

test('TypeScript', async (t: TestContext): Promise<void> => {
  const point = { x: 1, y: 2 } satisfies Point;
  assert.equal(point.x + point.y as number, 3);
  assert.ok((point as Point).x > 0);
});
