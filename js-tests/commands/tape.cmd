test -j 1 ../tape
