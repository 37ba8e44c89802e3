const a = 'x';
const b = `\u00g0`;
