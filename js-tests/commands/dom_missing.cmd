run --dom jsdom -e 1
