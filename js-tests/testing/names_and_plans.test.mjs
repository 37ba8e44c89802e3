// Tests without a name, and plans.
import { describe, it, test } from 'node:test';

test('', function named() {});
test('', () => {});
test(function alone() {});
describe('', () => { it('', () => {}); });
test('a plan can be set once', t => {
  t.plan(1);
  t.assert.throws(() => t.plan(1), { message: 'cannot set plan more than once' });
});
test('the option is a plan, too', { plan: 1 }, t => {
  t.assert.throws(() => t.plan(2), /more than once/);
});
test('a second plan fails the test', { todo: true }, t => { t.plan(0); t.plan(0); });
