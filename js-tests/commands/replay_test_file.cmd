replay ../testing/coverage/price.test.mjs
