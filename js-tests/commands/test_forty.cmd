test -j 1 ../testing/forty.test.mjs
