run --order 'first' -
