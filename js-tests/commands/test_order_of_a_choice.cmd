test -j 1 ../testing/explore.test.mjs -t 'with a choice' --order 33:28=4
