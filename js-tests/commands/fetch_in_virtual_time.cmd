run --virtual-time -e "fetch('http://a.test/')"
