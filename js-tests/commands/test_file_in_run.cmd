run ../testing/commonjs.test.cjs
