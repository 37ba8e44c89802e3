run --frames NaN -e 1
