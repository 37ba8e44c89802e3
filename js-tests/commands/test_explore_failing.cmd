test ../testing/explore_failing.test.mjs
