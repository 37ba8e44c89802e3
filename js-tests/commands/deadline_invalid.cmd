run --deadline soon -p 1
