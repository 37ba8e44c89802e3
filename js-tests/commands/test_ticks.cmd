test -j 1 ../testing/ticks.test.mjs
