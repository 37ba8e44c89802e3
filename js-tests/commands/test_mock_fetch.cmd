test -j 1 ../testing/mock_fetch.test.mjs
