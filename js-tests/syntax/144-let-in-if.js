const n = 3;
if (n) let x = 5;
