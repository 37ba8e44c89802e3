const n = 1;
print n;
