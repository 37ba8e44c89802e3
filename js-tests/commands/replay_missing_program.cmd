replay missing.js
