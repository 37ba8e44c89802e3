test -j 1 ../vitest/src/race.spec.ts --explore 50
