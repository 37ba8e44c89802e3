run --trace ../programs/modules/empty.js ../programs/modules/empty.js
