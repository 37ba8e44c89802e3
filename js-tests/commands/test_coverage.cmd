test -j 1 ../testing/coverage --coverage --coverage-include ../testing/coverage --coverage-exclude '../testing/coverage/*.test.*'
