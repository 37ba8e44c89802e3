explore --strategy lucky x.js
