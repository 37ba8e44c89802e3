test -j 1 ../testing/clock.test.mjs
