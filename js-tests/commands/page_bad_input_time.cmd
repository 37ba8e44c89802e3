run --input click@soon -e 1
