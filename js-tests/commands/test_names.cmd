test -j 1 ../testing/selection -t 'suite > passes' -t '/^fails, TOO$/i'
