run --trace same.json --timeline same.json ../empty.js
