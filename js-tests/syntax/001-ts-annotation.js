const delays = [0, 16, 100];
let total: number = 0;
for (const d of delays) total += d;
