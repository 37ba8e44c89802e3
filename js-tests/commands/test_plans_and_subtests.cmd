test -j 1 ../testing/plans_and_subtests.test.mjs
