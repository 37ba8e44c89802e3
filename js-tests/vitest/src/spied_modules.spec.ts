import * as all from './replaced';
import { values } from './reader';

it('replaces what other modules import', () => {
  const spy = vi.spyOn(all, 'read').mockReturnValue('spied');
  vi.spyOn(all, 'shown').mockReturnValue('also spied');
  expect(values()).toEqual(['spied', 'also spied', false]);
  expect(all.read()).toBe('spied');
  expect(spy.mock.calls.length).toBe(2);
});

it('does not replace what the module itself calls', () => {
  expect(all.twice()).toEqual(['real', 'real']);
});

it('restores it', () => {
  vi.restoreAllMocks();
  expect(values()).toEqual(['real', 'hidden', false]);
  vi.spyOn(all, 'default').mockReturnValue([] as any);
  expect(values()).toEqual(['real', 'hidden', true]);
  vi.restoreAllMocks();
  expect(values()[2]).toBe(false);
});
