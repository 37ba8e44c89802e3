../sources/packages.mjs
