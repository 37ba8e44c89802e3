const test = require('tape');

let finished = 0;
test.onFinish(() => finished++);

test('waits for its plan', t => {
  t.plan(2);
  t.equal(1, 1);
  setTimeout(() => t.equal(2, 2), 20);
});

test('fails twice', t => {
  t.equal(1, 2, 'is one');
  t.equal(3, 3);
  t.equal('a', 'b');
  t.end();
});

test('has subtests', t => {
  t.test('of which one fails', st => {
    st.equal(finished, 1, 'has finished');
    st.end();
  });
  t.end();
});

test('throws', () => {
  throw new TypeError('thrown');
});

test('never ends', () => {});

test.skip('is skipped', t => t.end());
test('has an option', { skip: true }, t => t.end());
test('is to do', { todo: true }, t => {
  t.equal(1, 2);
  t.end();
});
