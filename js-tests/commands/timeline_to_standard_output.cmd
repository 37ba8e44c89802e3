run --timeline - ../programs/modules/empty.js
