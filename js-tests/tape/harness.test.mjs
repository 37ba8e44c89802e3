import tape, { test } from 'tape';

test('has the default export', t => {
  t.equal(tape.test, test);
  t.end();
});

tape.createHarness();
