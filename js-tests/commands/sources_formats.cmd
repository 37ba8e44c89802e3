../sources/formats/main.mjs
