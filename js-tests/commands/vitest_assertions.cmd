test -j 1 ../vitest/src/assertions.spec.ts
