test --frames 60 ../testing/canceled.test.mjs
