test -j 1 --explore 20 ../testing/selectors.test.mjs
