../sources/writes.mjs
