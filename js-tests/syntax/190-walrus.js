const n = 1;
total := n;
