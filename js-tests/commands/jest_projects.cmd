test -j 1 ../jest/projects
