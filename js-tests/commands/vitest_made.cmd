test -j 1 ../vitest/made
