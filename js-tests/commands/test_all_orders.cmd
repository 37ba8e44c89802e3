test -j 1 ../testing/equivalent.test.mjs --explore 500 --reduce never -t fails
