../sources/compiled/defined_fields/main.ts
