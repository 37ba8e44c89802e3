import react from 'a-plugin-that-is-not-installed';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react()],
  resolve: { alias: { '@': `${import.meta.dirname}/src` } },
  test: { globals: true, setupFiles: './src/setup.ts', include: ['src/**/*.spec.ts'], testTimeout: 2000 },
});
