run -e 1 -p 2
