import { test } from 'node:test';
import def, { A, f, fn, hints, later, named, o, other } from './constructs.mjs';

test('runs most of it', async () => {
  fn();
  def();
  new other();
  f(1);
  f(0);
  f(0, 3);
  f(0, 1, { c: 5 });
  const a = new A(3);
  a.v;
  await A.m();
  [...a.gen()];
  o.m();
  hints(1);
  named();
  await later();
});
