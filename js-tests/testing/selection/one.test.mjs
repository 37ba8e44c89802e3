import test, { describe, it } from 'node:test';

describe('suite', () => {
  it('passes', () => {});
  it.only('is the only one', () => {});
  it('fails', () => { throw new Error('in a suite') });
});
test('fails, too', () => { throw new Error('at the top level') });
test('prints', () => console.log('printed'));
