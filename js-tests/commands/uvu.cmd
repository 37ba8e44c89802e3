test -j 1 ../uvu
