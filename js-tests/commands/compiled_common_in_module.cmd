../sources/compiled/common_in_module.ts
