test -j 1 ../testing/mock_module.test.mjs
