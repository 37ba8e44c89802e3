import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { Drafts } from './draft.mjs';

describe('Drafts', () => {
  it('saves the last change', async () => {
    const drafts = new Drafts();
    drafts.change('letter', 'Dear');
    await drafts.change('letter', 'Dear Ada');
    assert.deepEqual(drafts.saved, ['letter: Dear Ada']);
  });

  it('waits for half a second', async t => {
    const drafts = new Drafts();
    const saved = drafts.change('letter', 'Dear Ada');
    await t.clock.advance(499);
    assert.deepEqual(drafts.saved, []);
    await saved;
    assert.equal(t.clock.now, 500);
  });
});
