test -j 1 ../testing/waiting.test.mjs
