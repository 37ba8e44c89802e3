run ../vitest/src/mode.ts
