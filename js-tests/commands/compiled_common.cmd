../sources/compiled/common.ts
