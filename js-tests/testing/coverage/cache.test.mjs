import { test } from 'node:test';
import { load } from './cache.mjs';

test('loads once', { explore: true }, async t => {
  const arrives = text => t.explore?.arrives(text) ?? text;
  const first = load(arrives('first'));
  await arrives('wait');
  await load(arrives('second'));
  await first;
});
