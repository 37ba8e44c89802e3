test -j 1 ../vitest/src/mocked_imports.spec.ts
