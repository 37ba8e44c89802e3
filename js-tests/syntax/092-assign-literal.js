const x = 5;
1 = x;
