test -j 1 ../vitest/src/mocks.spec.ts
