// Each test fails in some order. The command that runs it again must select it alone, and survive a shell.
import { test, suite } from 'node:test';
import { strictEqual } from 'node:assert';

const names = [
  'a', 'ab', "it's", '-v', '/pattern/i', 'two\nlines', '\x1b[31mred', '', 'twice', 'twice', '$HOME `id`', 'ä',
];
const race = async () => {
  let last;
  const log = name => () => { last = name };
  await Promise.all([
    scheduler.postTask(log('first'), { priority: 'background' }),
    new Promise(resolve => setTimeout(() => { log('second')(); resolve(); })),
  ]);
  strictEqual(last, 'first');
};
for (const name of names) test(name, race);
suite('a', () => test('ab', race));
