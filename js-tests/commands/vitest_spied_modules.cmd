test -j 1 ../vitest/src/spied_modules.spec.ts
