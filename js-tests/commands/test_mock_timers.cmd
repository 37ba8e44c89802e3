test -j 1 ../testing/mock_timers.test.mjs
