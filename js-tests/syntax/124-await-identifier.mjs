const a = 1;
const await = 2;
