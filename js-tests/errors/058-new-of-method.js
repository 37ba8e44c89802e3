const o = { m() {} };
new o.m();
