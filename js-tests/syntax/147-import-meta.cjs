const path = require('path');
console.log(import.meta.url);
