run --trace same.json --timeline same.json ../programs/modules/empty.js
