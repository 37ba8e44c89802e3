run --fetch-root .. --fetch-latency 5ms..1ms -e 1
