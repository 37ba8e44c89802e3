const n = 3;
const s = n > 2 ? 'many';
