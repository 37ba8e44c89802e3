const a: number = 1;
const b: = 2;
