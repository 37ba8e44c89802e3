test -j 1 ../testing/types.test.ts
