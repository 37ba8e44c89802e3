run --allow-net= -e 1
