const f = () => {};
f(1,, 2);
