test -j 1 ../testing/explore.test.mjs --flaky 'with a choice' --explore 100
