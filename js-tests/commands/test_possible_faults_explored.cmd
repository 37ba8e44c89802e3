test -j 1 ../sources/possible_faults.test.mjs --explore 2
