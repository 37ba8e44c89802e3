const a = 1;
const big = 08n;
