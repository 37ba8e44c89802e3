import react from 'a-plugin-that-is-not-installed';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react()],
  define: {
    __VERSION__: JSON.stringify('1.2.3'),
    'process.env.FROM_DEFINE': '"yes"',
    'import.meta.env.ALSO': 3,
  },
  resolve: { alias: { '@': `${import.meta.dirname}/src`, '~': [`${import.meta.dirname}/src`] } },
  test: { globals: true, setupFiles: './src/setup.ts', include: ['src/**/*.spec.ts'], testTimeout: 2000 },
});
