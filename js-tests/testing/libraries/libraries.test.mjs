// Errors of assertion libraries: the line of the test, the differences, and the cause.
import { test } from 'node:test';
import { parses, positive, same } from 'expectations';

test('objects differ', () => {
  same({ name: 'tea', tags: ['hot', 'green'] }, { name: 'tea', tags: ['hot', 'black'] });
});

test('numbers differ', () => {
  same(1, 2);
});

test('has no differences to show', () => {
  positive(-1);
});

test('has a cause', () => {
  parses('{');
});
