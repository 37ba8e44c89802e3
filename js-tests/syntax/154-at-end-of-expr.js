const n = 1;
const m = n +;
