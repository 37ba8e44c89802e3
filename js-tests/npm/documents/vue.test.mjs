import { expect, test, vi } from 'vitest';
import { defineComponent, h, ref } from 'vue';
import { mount } from '@vue/test-utils';

const Search = defineComponent(() => {
  const results = ref([]);
  const search = async text => {
    const response = await fetch(`/search?q=${text}`);
    results.value = await response.json();
  };
  return () => [
    h('input', { onInput: event => search(event.target.value) }),
    h('ul', results.value.map(result => h('li', { key: result }, result))),
  ];
});

test('shows what was searched last', async ({ explore, clock }) => {
  const answer = url => Response.json([new URL(url, location).searchParams.get('q')]);
  vi.stubGlobal('fetch', async url => (await explore?.arrives(answer(url))) ?? answer(url));
  const search = mount(Search);
  await search.find('input').setValue('post');
  await search.find('input').setValue('posttask');
  await clock.idle();
  expect(search.findAll('li').map(item => item.text())).toEqual(['posttask']);
});
