test ../vitest_interval
