import look from './globbed/look.module.css';
import data from './data.json?url';
import note from './globbed/note.txt?url';
import picture from './globbed/picture.png';
import small from './globbed/small.svg';

it('finds modules', async () => {
  const lazy = import.meta.glob('./globbed/*.ts');
  expect(Object.keys(lazy)).toEqual(['./globbed/one.ts', './globbed/two.ts']);
  expect((await lazy['./globbed/two.ts']()).name).toBe('two');
});

it('imports what is wanted', async () => {
  const names = import.meta.glob(['./globbed/*.ts', '!**/two.ts'], { eager: true, import: 'name' });
  expect(names).toEqual({ './globbed/one.ts': 'one' });
  const texts = import.meta.glob('./globbed/*.txt', { eager: true, query: '?raw', import: 'default' });
  expect(texts).toEqual({ './globbed/note.txt': 'text\n' });
  const later = import.meta.glob('/src/globbed/one.ts', { import: 'default' });
  expect(await later['/src/globbed/one.ts']()).toBe(1);
});

it('imports assets as their URLs', () => {
  expect([data, note, picture]).toEqual(['/src/data.json', '/src/globbed/note.txt', '/src/globbed/picture.png']);
  expect(small).toBe("data:image/svg+xml,%3csvg%20width='1'/%3e");
  expect(/^_button_[0-9a-f]{6}$/.test(look.button)).toBe(true);
});
