import { expect, test } from 'vitest';
import { Batches } from '../../src/engine/batches.ts';

test('items are sent when there are many, or when time has passed, and in the end', () => {
  const sent: number[] = [];
  let now = 0;
  const batches = new Batches<number>(items => sent.push(items.length), () => now);
  for (let index = 0; index < 2_001; index++) batches.add(index);
  expect(sent).toEqual([2_000]);
  now = 100;
  batches.add(0);
  expect(sent).toEqual([2_000, 2]);
  batches.flush();
  batches.add(0);
  batches.flush();
  batches.flush();
  expect(sent).toEqual([2_000, 2, 1]);
});
