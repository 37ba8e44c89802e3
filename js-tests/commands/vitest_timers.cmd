test -j 1 ../vitest/src/timers.spec.ts
