test -j 1 ../testing/mock_fetch_chunks.test.mjs
