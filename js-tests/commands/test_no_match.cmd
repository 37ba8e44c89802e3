test -j 1 ../testing/selection -t nothing
