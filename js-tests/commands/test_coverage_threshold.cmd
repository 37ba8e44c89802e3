test -j 1 ../testing/coverage/price.test.mjs --coverage --coverage-include '../testing/coverage/price.*' --coverage-exclude '**/*.test.mjs' --coverage-threshold branches=80,lines=50
