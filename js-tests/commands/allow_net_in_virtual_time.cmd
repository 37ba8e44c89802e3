run --virtual-time --allow-net -e 1
