run --frames 1e9 -e 1
