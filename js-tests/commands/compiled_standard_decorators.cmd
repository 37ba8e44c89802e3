../sources/compiled/standard_decorators.ts
