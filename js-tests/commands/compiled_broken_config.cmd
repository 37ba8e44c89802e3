../sources/compiled/broken_config/main.ts
