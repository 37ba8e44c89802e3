test -v ../testing/mock.test.cjs
