test -j 1 ../vitest/broken
