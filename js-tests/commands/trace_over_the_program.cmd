run --trace ../empty.js ../empty.js
