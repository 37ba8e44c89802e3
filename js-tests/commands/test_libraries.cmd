test -j 1 ../testing/libraries/libraries.test.mjs
