../sources/asks_for_node.js
