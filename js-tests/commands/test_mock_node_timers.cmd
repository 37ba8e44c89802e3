test -j 1 --node ../testing/mock_node_timers.test.mjs
