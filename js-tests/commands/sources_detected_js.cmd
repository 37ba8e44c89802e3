../sources/detected.js
