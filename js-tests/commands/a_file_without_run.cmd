script.js
