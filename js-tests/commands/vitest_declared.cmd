test -j 1 ../vitest/src/declared.spec.ts
