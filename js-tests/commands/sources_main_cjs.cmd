../sources/main.cjs
