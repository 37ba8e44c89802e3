test -j 1 ../testing/hooks.test.mjs
