test -j 1 --verbose ../testing/reporter_escapes.test.mjs
