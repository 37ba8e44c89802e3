test -j 1 ../testing/leftovers.test.mjs -t a
