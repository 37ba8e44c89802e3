import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'jsdom',
    environmentMatchGlobs: [['server/**', 'node']],
    environmentOptions: { jsdom: { url: 'https://example.com/page', html: '<!DOCTYPE html>ready' } },
    include: ['**/*.test.mjs'],
  },
});
