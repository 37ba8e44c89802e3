// Makes the frame in which programs run in the browser itself, in public/. Its script is no module: a frame without an
// origin may not load modules of this one, and a worker of the frame imports it, too.

import { copyFile, mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const path = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));

await mkdir(path('public'), { recursive: true });
await copyFile(path('src/browser/here/frame.html'), path('public/frame.html'));
await build({
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  build: {
    target: 'es2023',
    outDir: path('public'),
    emptyOutDir: false,
    lib: { entry: path('src/browser/here/main.ts'), formats: ['iife'], name: 'frame', fileName: () => 'frame.js' },
  },
});
