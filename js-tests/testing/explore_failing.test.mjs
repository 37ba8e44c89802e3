// Tests that fail in the usual order are explored: they may fail in all orders, in some, or only after other tests.
import assert from 'node:assert';
import test from 'node:test';

let isShared = false;

test('leaves something behind', () => { isShared = true; });

test('fails in every order', { explore: true }, async () => {
  await new Promise(resolve => setTimeout(resolve, 1));
  assert.deepEqual([1, 2], [1, 3]);
});

test('fails unless the second answer comes first', { explore: true }, async t => {
  const answers = [];
  const answer = async text => answers.push(await (t.explore?.arrives(text) ?? text));
  await Promise.all([answer('first'), answer('second')]);
  assert.equal(answers[0], 'second');
});

test('fails only after the first test', { explore: true }, () => { assert.equal(isShared, false); });

test('takes too long', { explore: true, timeout: 100 }, async () => {
  await new Promise(resolve => setTimeout(resolve, 200));
});
