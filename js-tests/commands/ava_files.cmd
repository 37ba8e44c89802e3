test -j 1 ../ava/files
