run --virtual-tim script.js
