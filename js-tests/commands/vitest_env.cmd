test -j 1 ../vitest/src/env.spec.ts --verbose
