test -j 1 ../testing/equivalent_obstacle.test.mjs --explore 20 --reduce always
