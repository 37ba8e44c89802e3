import { test } from 'node:test';
import assert from 'node:assert/strict';
import { Drafts } from './draft.mjs';

test('is saved before the page closes', { explore: { runs: 200 } }, async () => {
  const drafts = new Drafts();
  const saved = drafts.change('letter', 'Dear Ada');
  const closed = new Promise(resolve => setTimeout(() => resolve(drafts.close()), 510));
  await Promise.all([saved, closed]);
  assert.deepEqual(drafts.saved, ['letter: Dear Ada']);
});
