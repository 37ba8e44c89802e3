../sources/compiled/missing_base/main.ts
