const a = [1, 2];
const [...rest, last] = a;
