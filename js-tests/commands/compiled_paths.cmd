../sources/compiled/paths/src/main.ts
