../sources/compiled/automatic/pragma.jsx
