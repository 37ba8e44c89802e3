const a = 'x';
const ok = /ab/gz.test(a);
