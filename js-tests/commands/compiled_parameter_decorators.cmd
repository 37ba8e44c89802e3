../sources/compiled/parameter_decorators.ts
