import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    globals: true,
    env: { OF_ALL: 'yes' },
    projects: [
      'packages/*',
      { extends: true, test: { name: { label: 'unit', color: 'red' }, dir: './unit', env: { PROJECT: 'unit' } } },
      { test: { dir: 'other', alias: { double: `${import.meta.dirname}/double.mjs` } } },
      async () => ({
        extends: true,
        test: { name: 'web', include: ['./{unit,web}/*.test.mjs'], env: { PROJECT: 'web' } },
      }),
      { test: { name: 'pages', include: ['web/**'], browser: { enabled: true } } },
    ],
  },
});
