test ../testing/explore_options.test.mjs
