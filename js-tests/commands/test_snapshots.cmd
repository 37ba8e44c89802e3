test -j 1 ../testing/snapshots
