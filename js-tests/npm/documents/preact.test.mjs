import { expect, test, vi } from 'vitest';
import { h, render } from 'preact';
import { useState } from 'preact/hooks';

function Search() {
  const [results, setResults] = useState([]);
  const search = async text => {
    const response = await fetch(`/search?q=${text}`);
    setResults(await response.json());
  };
  return h('div', null, [
    h('input', { onInput: event => search(event.target.value) }),
    h('ul', null, results.map(result => h('li', { key: result }, result))),
  ]);
}

test('shows what was searched last', async ({ explore, clock }) => {
  const answer = url => Response.json([new URL(url, location).searchParams.get('q')]);
  vi.stubGlobal('fetch', async url => (await explore?.arrives(answer(url))) ?? answer(url));
  render(h(Search), document.body);
  const input = document.querySelector('input');
  for (const text of ['post', 'posttask']) {
    input.value = text;
    input.dispatchEvent(new Event('input', { bubbles: true }));
  }
  await clock.idle();
  expect([...document.querySelectorAll('li')].map(item => item.textContent)).toEqual(['posttask']);
});
