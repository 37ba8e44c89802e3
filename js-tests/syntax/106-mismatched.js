const a = [1];
run(a[0)];
