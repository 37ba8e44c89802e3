// The functions of suites are called when the file has been loaded.
import { beforeAll, describe, expect, it } from 'vitest';

declare const __VERSION__: string;
const order: string[] = [];

describe('outer', () => {
  order.push('outer');
  beforeAll(() => order.push('tests'));
  describe('inner', () => {
    order.push('inner');
    it.each(CASES)('case %i', n => expect(typeof n).toBe('number'));
    describe('deep', () => {
      order.push('deep');
      it('is in all of them', () => {});
    });
  });
  it('comes after the suite', () => {});
  order.push('end of outer');
});

describe('asynchronous', async () => {
  order.push('asynchronous');
  await new Promise(resolve => setTimeout(resolve, 5));
  order.push('later');
  it('is declared later', () => {});
});

describe.each(['one', 'two'])('table %s', name => {
  order.push(name);
  it('has a test', () => {});
});

order.push('end of the file');
const CASES = [1, 2];

it('has this order', () => {
  expect(order.join()).toBe(
    'end of the file,outer,end of outer,inner,deep,asynchronous,later,one,two,tests',
  );
});

it('has the constants of the configuration', () => {
  expect([__VERSION__, process.env.FROM_DEFINE, import.meta.env.ALSO].join()).toBe('1.2.3,yes,3');
});
