import test from 'ava';

const order = [];

test.before(t => {
  t.context.base = 10;
});
test.beforeEach(async t => {
  await new Promise(resolve => setTimeout(resolve, 5));
  t.context.count = t.context.base;
  order.push(`before ${t.title}`);
});
test.afterEach(t => void order.push(`after ${t.title}`));
test.afterEach.always(t => void order.push(`always ${t.passed}`));
test.serial.after.always(() => console.log(order.join(', ')));

test('has a context of its own', t => {
  t.context.count++;
  t.is(t.context.count, 11);
});

test.serial('shares nothing but the base', t => {
  t.is(t.context.count, 10);
  t.is(test.meta.file.split('/').at(-1), 'counter.test.mjs');
});

const adds = test.macro({
  title: (title = 'adds', a, b) => `${title} ${a} and ${b}`,
  exec: (t, a, b, sum) => t.is(a + b, sum),
});
test(adds, 1, 2, 3);
test('really adds', adds, 2, 2, 5);

test('throws', () => {
  throw new TypeError('thrown');
});
test('asserts nothing', () => {});
test.failing('is expected to fail', t => t.is(1, 2));
test.failing('passes', t => t.is(1, 1));
test.skip('is skipped', t => t.is(1, 2));
test.todo('is to do');
