const a = 'x';
const ok = /ab[c/.test(a);
const b = 1;
