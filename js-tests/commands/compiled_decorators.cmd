../sources/compiled/decorators/main.ts
