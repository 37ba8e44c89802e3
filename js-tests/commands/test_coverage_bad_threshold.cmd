test --coverage --coverage-threshold words=3
