// Declarations that are used too early, keys and names of classes, and functions in blocks.

const t = (n, f) => { try { console.log(n, String(f())); } catch (e) { console.log(n, e.name); } };
t(2, () => { const f = () => { c = 1 }; f(); const c = 2; });
t(3, () => { eval('c++'); const c = 2; });
t(4, () => { eval('c'); const c = 2; });
t(5, () => { eval('l = 1'); let l = 2; });
t(6, () => { eval('[l] = [1]'); let l = 2; });
t(7, () => { eval('(() => { l = 1 })()'); let l = 2; });
t(8, () => { c = 1; const c = 2; });
t(9, () => { c++; const c = 2; });
t(10, () => { [c] = [1]; const c = 2; });
t(11, () => { typeof c; const c = 2; });
t(12, () => { class C { [C]() {} } });
t(13, () => { class C { static [C.name + 'x'] = 1 } });
t(14, () => { const D = class C { [C]() {} } });
t(15, () => { class C extends C {} });
t(16, () => { class C { [typeof C] = 1 } });
t(17, () => { class C { static x = C; static { this.y = C } } return C.x === C.y });
t(19, () => { let g; class C { [(g = () => C, 'k')] = 1 } return g() === C });
t(20, () => { var C = 5; { class C { [C] = 1 } } });
t(21, () => { class C { [class { [C] = 1 }] = 1 } });
t(22, () => { switch (0) { case 0: { function f() {} } for (let f of [1]) { f } return typeof f } });
t(23, () => { switch (0) { case 0: for (let f of [1]) { { function f() { return 2 } } return typeof f } } });
t(24, () => { switch (0) { case 0: for (let f = 0; f < 1; f++) { { function f() { return 2 } } } return typeof f } });
t(25, () => { { function f() {} } for (let f of [1]) { f } return typeof f });
t(26, () => { switch (0) { case 0: function f() {} ; for (let f of [1]) { f = 2 } return typeof f } });
t(27, () => {
  switch (0) { case 0: if (1) { function f() {} } for (let f = 1; f < 3; f++) { (() => f)() } return typeof f }
});
t(28, () => {
  class A { static name() { return 'own' } } const B = class { static name() { return 1 } };
  return [typeof A.name, typeof B.name]
});
t(29, () => { const B = class { static name = 5 }; return B.name });
t(30, () => { const B = class { static get name() { return 7 } }; return B.name });
t(31, () => { const B = class { static ['name'] = 5 }; return B.name });
t(32, () => { const B = class { static ['na' + 'me']() {} }; return typeof B.name });
t(33, () => { const B = { k: class { static name() {} } }; return typeof B.k.name });
t(34, () => { const { B = class { static name() {} } } = {}; return typeof B.name });
t(35, () => { class A { f = class { static name() {} } } return typeof new A().f.name });
t(36, () => { class A { static f = class { static name() {} } } return typeof A.f.name });
t(37, () => { const { B = class { static name = 1 } } = {}; return typeof B.name });
t(38, () => Object.getOwnPropertyNames(class { static m() {} }).join());
t(39, () => Object.getOwnPropertyNames(class A { static m() {} static x = 1 }).join());
t(40, () => Object.getOwnPropertyNames(class A { static name() {} }).join());
