../sources/mains.mjs
