const a = 'x';
const ok = /(ab/.test(a);
