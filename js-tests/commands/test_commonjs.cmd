test -j 1 ../testing/commonjs.test.cjs
