test -j 1 ../vitest/src/waiting_mocks.spec.ts
