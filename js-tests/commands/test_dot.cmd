test -j 1 ../testing/selection --reporter dot
