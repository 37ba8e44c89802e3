test ../vitest_incomplete
