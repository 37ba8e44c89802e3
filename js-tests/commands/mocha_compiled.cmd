test -j 1 --verbose ../mocha_compiled
