test ../testing/cleared_timers.test.mjs
