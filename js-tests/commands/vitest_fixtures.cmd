test -j 1 ../vitest/src/fixtures.spec.ts
