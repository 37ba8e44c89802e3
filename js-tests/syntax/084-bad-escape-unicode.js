const a = 'x';
const b = '\u{zz}';
