run --allow-net=a.test,localhost:1 -e "fetch('http://localhost:2/')"
