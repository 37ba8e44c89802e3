const n = 1;
if (n) continue;
