../sources/compiled/using/main.ts
