import { expect, test, vi } from 'vitest';
import { mount } from '@vue/test-utils';
import Search from './Search.vue';

test('shows what was searched last', async ({ explore, clock }) => {
  const answer = url => Response.json([new URL(url, location).searchParams.get('q')]);
  vi.stubGlobal('fetch', async url => (await explore?.arrives(answer(url))) ?? answer(url));
  const search = mount(Search);
  await search.find('input').setValue('post');
  await search.find('input').setValue('posttask');
  await clock.idle();
  expect(search.findAll('li').map(item => item.text())).toEqual(['posttask']);
});
