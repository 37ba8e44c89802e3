test ../testing/process_in_functions.test.mjs
