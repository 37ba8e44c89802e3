// Packages make plugins, also by promises, and whole parts of configurations.
import { createLoader, resolveOptions } from 'a-package-that-configures';
import { defineConfig } from 'vitest/config';

const loader = createLoader(import.meta.url);
const { plugin } = await loader.import('./plugin');

export default defineConfig({
  plugins: [plugin.vite({ include: ['**/*.mjs'] })],
  resolve: resolveOptions(),
  test: { include: ['*.check.mjs'] },
});
