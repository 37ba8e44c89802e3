test -j 1 ../testing/selection --shard 2/3
