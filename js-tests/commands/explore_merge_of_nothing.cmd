explore --merge missing.json
