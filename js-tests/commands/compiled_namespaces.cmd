../sources/compiled/namespaces/main.ts
