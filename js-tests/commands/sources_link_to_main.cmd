../sources/link_to_main.mjs
