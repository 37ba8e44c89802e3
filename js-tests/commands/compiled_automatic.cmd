../sources/compiled/automatic/main.tsx
