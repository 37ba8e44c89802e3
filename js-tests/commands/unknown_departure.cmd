run --as firefox --without nothing -e 1
