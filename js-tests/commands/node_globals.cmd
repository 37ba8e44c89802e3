../sources/needs_node.js
