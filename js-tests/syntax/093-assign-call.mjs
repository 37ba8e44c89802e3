const x = 5;
f() = 1;
