import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const pkg = (name: string) => fileURLToPath(new URL(`src/engine/pkg/${name}`, import.meta.url));

export default defineConfig({
  // The page works in any folder of a server.
  base: './',
  resolve: {
    alias: [
      { find: /^posttask-wasm$/, replacement: pkg('posttask_playground.js') },
      { find: /^posttask-wasm\/module/, replacement: pkg('posttask_playground_bg.wasm') },
    ],
  },
  build: {
    target: 'es2023',
    // A file of its own: WebAssembly is compiled while it is loaded, and data URLs are not.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1_000,
  },
  worker: { format: 'es' },
  test: { include: ['tests/unit/**/*.test.ts'] },
});
