test -j 1 ../testing/coverage/price.test.mjs --coverage --coverage-include 'nothing/*' --coverage-threshold 80
