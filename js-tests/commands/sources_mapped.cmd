../sources/mapped/dist/main.js
