test -j 1 ../vitest/src/cycles.spec.ts
