const a = 1;
const big = 1_;
