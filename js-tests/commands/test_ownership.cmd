test -v -j 1 ../testing/ownership.test.mjs --leftovers error
