// A timer that is cleared after it has fired, before its task runs, is not left over and has not run.
import assert from 'node:assert';
import test from 'node:test';

const answer = (t, value) => t.explore?.arrives(value) ?? new Promise(resolve => setTimeout(resolve, 1, value));

test('cleared by an urgent task', { explore: 100 }, async t => {
  const ran = [];
  const timer = setTimeout(() => ran.push('timer'), 5);
  await scheduler.postTask(() => clearTimeout(timer), { delay: 5, priority: 'user-blocking' });
  await new Promise(resolve => setTimeout(resolve, 50));
  assert.ok(ran.length <= 1);
});

test('a timeout that is cleared at its due time', { explore: 200 }, async t => {
  const timeout = setTimeout(() => {}, 100);
  await Promise.all([answer(t, 1), answer(t, 2)]);
  clearTimeout(timeout);
});

test('an interval that clears itself', { explore: 50 }, async t => {
  let rounds = 0;
  await new Promise(resolve => {
    const interval = setInterval(() => { if (++rounds === 2) { clearInterval(interval); resolve(); } }, 5);
  });
  assert.equal(rounds, 2);
});

test('an interval that is cleared when it is due', { explore: 50 }, async t => {
  const interval = setInterval(() => {}, 5);
  await new Promise(resolve => setTimeout(resolve, 10));
  clearInterval(interval);
});
