test -j 1 ../testing/leftovers.test.mjs --leftovers error
