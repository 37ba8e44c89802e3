test -j 1 ../vitest/workspace
