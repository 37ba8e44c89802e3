const a = 'x';
const ok = /(?<y>.)(?<y>.)/.test(a);
