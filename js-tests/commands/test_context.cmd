test -j 1 ../testing/context.test.mjs
