../sources/formats/plain.js
