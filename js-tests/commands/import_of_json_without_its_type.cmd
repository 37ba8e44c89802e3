run -e 'await import("../modules/data.json")'
