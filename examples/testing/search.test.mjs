// Fails in some orders: the answer to the first search may arrive last.
import test from 'node:test';
import assert from 'node:assert/strict';
import { SearchField } from './search.mjs';

test('shows what was searched last', { explore: { runs: 100 } }, async t => {
  t.mock.fetch({
    'GET https://example.com/search': request => Response.json([new URL(request.url).searchParams.get('q')]),
  });
  const field = new SearchField();
  await Promise.all([field.search('post'), field.search('posttask')]);
  assert.deepEqual(field.results, ['posttask']);
});
