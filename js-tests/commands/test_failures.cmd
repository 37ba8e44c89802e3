test -j 1 ../testing/failures.test.mjs
