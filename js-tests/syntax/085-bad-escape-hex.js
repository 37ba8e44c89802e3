const a = 'x';
const b = '\x4';
