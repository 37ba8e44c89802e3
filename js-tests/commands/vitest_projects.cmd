test -j 1 ../vitest/projects
