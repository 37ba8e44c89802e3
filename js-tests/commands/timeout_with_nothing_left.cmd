run --timeout 0s -p 1
