const a = null, b = 0;
const c = a || b ?? 1;
