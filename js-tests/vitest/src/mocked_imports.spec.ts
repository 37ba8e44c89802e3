import legacy, { second } from './legacy.cjs';
import { later } from './later';
import { added, getName } from './name';
import { read } from './replaced';
import * as all from './replaced';
import * as same from './same';

vi.mock('./name', () => ({ added: 'added', getName: () => 'mocked' }));

it('imports as in a file without mocks', () => {
  expect([legacy(), second()]).toEqual(['default', 'second']);
  expect([added, getName(), later]).toEqual(['added', 'mocked', 'mocked']);
});

it('knows the module of a namespace', () => {
  vi.spyOn(all, 'read').mockReturnValue('spied');
  expect([all.read(), same.read()]).toEqual(['spied', 'real']);
  vi.restoreAllMocks();
  expect(read()).toBe('real');
});
