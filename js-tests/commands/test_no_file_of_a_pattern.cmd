test -j 1 '../testing/*.jsx'
