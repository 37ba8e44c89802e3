run --stats=json: ../empty.js
