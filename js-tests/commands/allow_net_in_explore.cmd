explore --allow-net -e 1
