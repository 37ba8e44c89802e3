../sources/types.ts
