const n = 1;
foreach (n as m) { }
