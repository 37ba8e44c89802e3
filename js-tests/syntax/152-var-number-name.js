const n = 1;
let 2nd = n;
