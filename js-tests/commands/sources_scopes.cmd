../sources/formats/module/scopes.js
