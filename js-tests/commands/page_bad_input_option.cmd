run --input click -e 1
