../sources/namespace.ts
