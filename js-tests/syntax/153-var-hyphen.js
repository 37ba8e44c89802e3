const n = 1;
const my-task = n;
