run --stats=json: ../programs/modules/empty.js
