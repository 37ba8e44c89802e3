test -j 1 -t '/(/' ../testing/selection
