../sources/reexported.ts
