const n = 3;
eval = n;
