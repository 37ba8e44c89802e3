run -e "fetch('http://a.test:8000/x')"
