import { expect, test, vi } from 'vitest';
import { mount } from 'svelte';
import Search from './Search.svelte';


test('shows what was searched last', async ({ explore, clock }) => {
  const answer = url => Response.json([new URL(url, location).searchParams.get('q')]);
  vi.stubGlobal('fetch', async url => (await explore?.arrives(answer(url))) ?? answer(url));
  mount(Search, { target: document.body });
  const input = document.querySelector('input');
  for (const text of ['post', 'posttask']) {
    input.value = text;
    input.dispatchEvent(new Event('input', { bubbles: true }));
  }
  await clock.idle();
  expect([...document.querySelectorAll('li')].map(item => item.textContent)).toEqual(['posttask']);
});
