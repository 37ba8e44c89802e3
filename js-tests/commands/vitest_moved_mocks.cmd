test -j 1 ../vitest/src/moved_mocks.spec.ts
