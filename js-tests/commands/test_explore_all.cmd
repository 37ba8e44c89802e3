test -j 1 ../testing/selection/three_test.mts ../testing/selection/test --explore 20
