test -j 1 ../testing/coverage/price.test.mjs --coverage --coverage-reporter lcov --coverage-dir ../testing/coverage/price.ts
