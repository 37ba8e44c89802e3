run --allow-net --ca-file script.js -
