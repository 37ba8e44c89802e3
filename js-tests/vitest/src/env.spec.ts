import { env } from './mode';

it('has the variables of .env files', () => {
  expect(import.meta.env).toBe(env);
  expect([env.MODE, env.DEV, env.PROD, env.SSR, env.BASE_URL]).toEqual(['test', true, false, true, '/']);
  expect(env.VITE_NAME).toBe('from .env.test');
  expect(env.VITE_TITLE).toBe('from .env.test tests');
  expect(env.HIDDEN).toBe(undefined);
});

it('can be changed for a test', () => {
  vi.stubEnv('VITE_NAME', 'stubbed');
  vi.stubEnv('DEV', false);
  vi.stubEnv('VITE_NEW', '1');
  expect([env.VITE_NAME, env.DEV, env.VITE_NEW]).toEqual(['stubbed', false, '1']);
  vi.unstubAllEnvs();
  expect([env.VITE_NAME, env.DEV, 'VITE_NEW' in env]).toEqual(['from .env.test', true, false]);
});
