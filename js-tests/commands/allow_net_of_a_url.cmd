run --allow-net=http://a.test -e 1
