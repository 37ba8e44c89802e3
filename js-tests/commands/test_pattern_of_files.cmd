test -j 1 '../testing/selection/**/*.mts' ../testing/selection/test
