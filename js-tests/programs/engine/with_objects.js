// Names in `with` statements that are those of constants, functions and properties.

const t = (n, f) => { try { console.log(n, String(f())); } catch (e) { console.log(n, e.name); } };
t(1, () => { const k = 1; const o = { k: 2 }; with (o) { return k } });
t(2, () => { const k = 1; const o = { k: 2 }; with (o) { k = 3 } return o.k });
t(3, () => { const k = 1; const o = { }; with (o) { k = 3 } return o.k });
t(4, () => { const k = 1; const o = { k: 2 }; with (o) { k++ } return o.k });
t(5, () => { const k = 1; const o = { k: 2 }; with (o) { k += 2 } return o.k });
t(6, () => { const k = 1; const o = { k: 2 }; with (o) { [k] = [5] } return o.k });
t(7, () => { const k = 1; const o = { k: 2 }; with (o) { for (k of [5]); } return o.k });
t(8, () => { const k = 1; const o = { k: 2 }; with (o) { return (() => k)() } });
t(9, () => { const k = 1; const o = { k: 2 }; with (o) { return [1].map(() => { k = 5; return o.k }) } });
t(10, () => { const k = 1; const o = { k: 2 }; with (o) { return typeof k + delete k + k } });
t(11, () => {
  const k = 1; const o = { k: 2 }; const r = []; with (o) { for (let i = 0; i < 2; i++) { r.push(k); o.k++ } } return r
});
t(12, () => {
  const k = 1; const o = { k: 2 }; const r = []; with (o) { r.push(k); delete o.k; r.push(k) } return r
});
t(13, () => { const k = 1; const o = { }; const r = []; with (o) { r.push(k); o.k = 4; r.push(k) } return r });
t(14, () => { const k = 1; const o = { k() { return this === o } }; with (o) { return k() } });
t(15, () => { const k = 1; const o = { k() { return this === o } }; with (o) { return k?.() } });
t(16, () => { const k = 1; const o = { k: 2 }; with (o) { return k + (o.k = 5) + k } });
t(17, () => { const k = 1; const o = { k: 2 }; with (o) { return `${k} ${o.k = 5} ${k}` } });
t(18, () => { const k = 1; const o = { k: 2 }; with (o) { k ??= 3; k &&= 4; } return o.k });
t(20, () => { const k = 1; const o = { k: 2 }; with (o) { const f = function () { k = 7 }; f(); return o.k } });
t(21, () => { const k = 1; const o = { k: 2 }; with (o) { let k = 9; k = 8; return o.k + k } });
t(22, () => { return (function f() { const o = { f: 2 }; with (o) { f = 8; } return o.f })() });
t(23, () => { class C {} ; const o = { C: 2 }; with (o) { C = 8; } return o.C });
t(24, () => { const o = { C: 2 }; with (o) { class C { static m() { return C } }; return typeof C.m() } });
t(25, () => { const k = 1; with ({ k: 2, [Symbol.unscopables]: { k: true } }) { return k } });
t(26, () => { const k = 1; const o = { k: 2 }; with (o) { do { if (k == 4) break; o.k++ } while (k) } return o.k });
t(27, () => { const k = 1; const o = { k: 2 }; with (o) { for (; k < 4; ) o.k++ } return o.k });
t(28, () => {
  const k = 1; const o = { k: 2 }; with (o) { switch (k) { case 2: return 'two'; case 1: return 'one' } }
});
t(29, () => { const k = [1]; const o = { k: [2] }; with (o) { const [x] = k; return x } });
t(30, () => {
  const k = 1; const o = { k: 2 }; with (o) { for (const x of [1, 2]) { if (k === 3) return 'three'; o.k = 3 } }
});
t(31, () => { const k = 1; with ({}) { var o = { k }; } return o.k });
t(32, () => { with ({ f() { return this.k }, k: 'K' }) return f?.() });
t(33, () => { with ({ f() { return { r: this.k } }, k: 'K' }) return f?.().r });
t(34, () => { with ({ k: 'K' }) return typeof g === 'undefined' });
t(35, () => { var u; with ({ k: 'K' }) return u?.().x });
t(36, () => { with ({ f() { return this.k }, k: 'K' }) return f?.call({ k: 1 }) });
t(37, () => { with ({ f() { return this.k }, k: 'K' }) return (f)() });
t(38, () => { with ({ f() { return this.k }, k: 'K' }) return (0, f)() });
t(39, () => { with ({ f() { return this.k }, k: 'K' }) return f.bind({ k: 3 })() });
t(40, () => { with ({ f(...a) { return this.k + a }, k: 'K' }) return f(...[1, 2]) });
t(41, () => { with ({ f(...a) { return this.k + a }, k: 'K' }) return f?.(...[1, 2]) });
t(42, () => { with ({ f(...a) { return this.k + a }, k: 'K' }) return (() => f?.(...[1, 2]))() });
t(43, () => { with ({ eval: 1 }) { return typeof eval } });
t(44, () => { with ({ eval() { return this.k }, k: 6 }) { return eval('1') } });
t(45, () => { const x = 1; var f; with ({ x: 2 }) { f = () => x } return f() });
t(46, () => { with ({ x: 2 }) { var x = 5; } return x });
t(47, () => { const o = { x: 2 }; with (o) { var x = 5; } return o.x });
t(48, () => { const o = { x: 2 }; with (o) { for (var x of [7]); } return [x, o.x] });
t(49, () => { const o = { x: 2 }; with (o) { var [x] = [7]; } return [x, o.x] });
t(50, () => { const o = { f: 2 }; with (o) { function f() {} } return [typeof f, o.f] });
