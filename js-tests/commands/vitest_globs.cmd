test -j 1 ../vitest/src/globs.spec.ts
