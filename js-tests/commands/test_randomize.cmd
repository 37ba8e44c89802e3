test -j 1 ../testing/selection/one.test.mjs --randomize --seed 4
