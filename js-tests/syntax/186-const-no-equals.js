const n = 1;
const m 5;
