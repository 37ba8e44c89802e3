run -p 'var n = 0, a = 1, b; for (const i of [0, 1, 2]) { n++; try { try { if (i == 0) continue; break; } finally { } } finally { } } b = (a ??= 2); [n, b]'
