test -j 1 ../testing/explore.test.mjs
