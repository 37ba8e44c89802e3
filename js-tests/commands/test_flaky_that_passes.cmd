test -j 1 ../testing/explore.test.mjs --flaky 'correct in every order'
