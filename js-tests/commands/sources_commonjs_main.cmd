../sources/formats/commonjs/main.js
