import { vi } from 'vitest';
import { shout } from './shout';
import * as automatic from '@/automatic';
import { read } from '@/file';
import { virtual } from 'virtual:module';

const { name } = vi.hoisted(() => ({ name: 'hoisted' }));
vi.mock('@/name', async importOriginal => {
  const original = await importOriginal<typeof import('./name')>();
  return { ...original, getName: () => `${name} ${original.getName()}` };
});
vi.mock('@/automatic');
vi.mock('@/file');
vi.mock('virtual:module', () => ({ virtual: 7 }));

it('replaces modules for all that import them', () => expect(shout()).toBe('HOISTED REAL!'));

it('makes mocks of what a module exports', () => {
  expect(automatic.run()).toBe(undefined);
  vi.mocked(automatic.run).mockReturnValue('mocked');
  expect(automatic.run()).toBe('mocked');
  expect(new automatic.Thing().go()).toBe(undefined);
  expect(automatic.list).toEqual([]);
});

it('takes the file in the folder of mocks', () => expect(read()).toBe('from the folder of mocks'));

it('replaces a module that does not exist', () => expect(virtual).toBe(7));

it('replaces modules for later imports', async () => {
  vi.doMock('@/name', () => ({ getName: () => 'later' }));
  vi.resetModules();
  expect((await import('./shout')).shout()).toBe('LATER!');
  vi.doUnmock('@/name');
  vi.resetModules();
  expect((await import('./shout')).shout()).toBe('REAL!');
  expect((await vi.importActual<typeof import('./name')>('./name')).getName()).toBe('real');
});

it('replaces globals', () => {
  vi.stubGlobal('added', 1);
  expect((globalThis as any).added).toBe(1);
  vi.unstubAllGlobals();
  expect('added' in globalThis).toBe(false);
});
