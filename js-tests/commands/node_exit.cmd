../sources/exits.cjs
