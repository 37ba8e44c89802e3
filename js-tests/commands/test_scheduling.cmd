test -j 1 ../testing/scheduling.test.mjs
