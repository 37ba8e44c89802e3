test -j 1 ../testing/missing.test.mjs
