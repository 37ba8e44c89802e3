../sources/compiled/classic/main.tsx
