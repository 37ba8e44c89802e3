run --frames 0 -e 1
