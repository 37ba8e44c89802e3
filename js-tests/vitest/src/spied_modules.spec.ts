import * as all from './replaced';
import { values } from './reader';
import * as same from './same';

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

it('replaces the export of the module that is asked for', () => {
  vi.restoreAllMocks();
  vi.spyOn(same, 'read').mockReturnValue('spied');
  expect([same.read(), all.read()]).toEqual(['spied', 'real']);
});

it('follows exports that the module changes', () => {
  expect(all.changed()).toBe(2);
});

it('restores it', () => {
  vi.restoreAllMocks();
  expect(values()).toEqual(['real', 'hidden', false]);
  vi.spyOn(all, 'default').mockReturnValue([] as any);
  expect(values()).toEqual(['real', 'hidden', true]);
  vi.restoreAllMocks();
  expect(values()[2]).toBe(false);
});
