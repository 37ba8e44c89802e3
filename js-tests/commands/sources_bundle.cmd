../sources/mapped/bundle.js
