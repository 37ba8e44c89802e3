const n = 1;
const s = "first
second";
