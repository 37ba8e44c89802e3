test -j 1 ../vitest/src/conditions.spec.ts
