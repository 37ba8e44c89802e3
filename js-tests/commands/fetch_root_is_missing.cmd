run --fetch-root ../nothing -e 1
