const a = 'x';
const ok = /a**/.test(a);
