test -j 1 ../vitest/src/interop.spec.ts
