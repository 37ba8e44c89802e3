test ../testing/process_in_tests.test.mjs
