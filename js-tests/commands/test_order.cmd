test -j 1 ../testing/explore.test.mjs -t 'a task before a timer' --order '8:47<7:50'
