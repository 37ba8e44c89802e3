test -j 1 ../testing/scheduling_failures.mjs
