../sources/compiled/fields/main.ts
