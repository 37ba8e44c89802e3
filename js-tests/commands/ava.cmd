test -j 1 --verbose ../ava
