const a = 2;
const b = -a ** 2;
