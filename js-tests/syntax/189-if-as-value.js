const n = 1;
const s = if (n) 'one' else 'many';
