run --experimental yield-more -e 1
