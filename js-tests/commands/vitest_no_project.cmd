test -j 1 ../vitest/projects --project server
