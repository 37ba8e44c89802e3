../sources/compiled/automatic/common.cjs
