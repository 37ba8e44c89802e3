// @vitest-environment happy-dom
import assert from 'node:assert/strict';
import test from 'node:test';

/** A search box that shows the answer that comes last. */
function searchBox() {
  const box = document.createElement('input');
  const results = document.createElement('ul');
  box.addEventListener('input', async () => {
    const response = await fetch(`/search?q=${box.value}`);
    results.textContent = await response.text();
  });
  return { box, results };
}

test('shows what was searched last', { explore: true }, async t => {
  t.mock.fetch(request => new Response(new URL(request.url).searchParams.get('q')));
  const { box, results } = searchBox();
  for (const text of ['post', 'posttask']) {
    box.value = text;
    box.dispatchEvent(new Event('input'));
  }
  await t.clock.idle();
  assert.equal(results.textContent, 'posttask');
});
