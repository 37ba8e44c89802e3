test -j 1 ../vitest/src/collected.spec.ts
