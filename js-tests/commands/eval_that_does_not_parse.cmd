run -e 'let a = [1, 2'
