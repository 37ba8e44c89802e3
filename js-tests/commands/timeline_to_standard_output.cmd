run --timeline - ../empty.js
