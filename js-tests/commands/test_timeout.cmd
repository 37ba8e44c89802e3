test -j 1 ../testing/clock.test.mjs -t 'timers need no call' --timeout 1m
