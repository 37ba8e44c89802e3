import test from 'node:test';
import assert from 'node:assert/strict';

let shown;
async function search(text) {
  const response = await fetch(`https://example.com/?q=${text}`);
  shown = await response.text();
}

test('shows the last search', { explore: true }, async t => {
  t.mock.fetch(async request => new Response(new URL(request.url).searchParams.get('q')));
  await Promise.all([search('post'), search('posttask')]);
  assert.equal(shown, 'posttask');
});
