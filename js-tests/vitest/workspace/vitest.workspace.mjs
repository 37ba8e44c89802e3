import { defineWorkspace } from 'vitest/config';

export default defineWorkspace(['./a', { test: { name: 'second', include: ['b/*.test.mjs'], globals: true } }]);
