test -j 1 ../vitest/src/declared_require.spec.ts
