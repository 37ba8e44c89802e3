const n = 1;
const m = new Map<string, number();
m.set('a', 1);
