test -j 1 ../testing/hostile.test.mjs --leftovers error
