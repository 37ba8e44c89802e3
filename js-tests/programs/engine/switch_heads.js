// Functions in the heads of switch statements: what they declare is their own.

const t = (n, f) => { try { console.log(n, f()) } catch (e) { console.log(n, e.name + ' ' + e.message) } };
t(1, () => { let v = 1; switch ((a => { let v = 0; return 1 })()) { case 1: return v } });
t(2, () => { let v = 1; switch ((a => { var v = 0; return 1 })()) { case 1: return v } });
t(3, () => { let v = 1; switch ((v => 1)()) { case 1: return v } });
t(4, () => { let v = 1; switch ((function v() { return 1 })()) { case 1: return v } });
t(5, () => { let v = 1; switch ((class v { static x = 1 }).x) { case 1: return v } });
t(6, () => { let v = 1; switch ((() => { function v() {} return 1 })()) { case 1: return v } });
t(7, () => { let v = 1; if ((a => { let v = 0; return 1 })()) { return v } });
t(8, () => { let v = 1; while ((a => { let v = 0; return 1 })()) { return v } });
t(9, () => { let v = 1; for (const x of (a => { let v = 0; return [1] })()) { return v } });
t(10, () => { let v = 1; for (const x in (a => { let v = 0; return [1] })()) { return v } });
t(11, () => { let v = 1; for (let x = (a => { let v = 0; return [1] })();;) { return v } });
t(12, () => { let v = 1; for (; (a => { let v = 0; return [1] })();) { return v } });
t(13, () => { let v = 1; for (let i = 0; i < 2; i += (a => { let v = 0; return 1 })()) { if (i) return v } });
t(14, () => { let v = 1; do { if (v++ > 2) return v } while ((a => { let v = 0; return 1 })()) });
t(15, () => { let v = 1; return [(a => { let v = 0; return 1 })(), v] + '' });
t(16, () => { let v = 1; { let w = (a => { let v = 0; return 1 })(); return v + w } });
t(17, () => { let v = 1; try { throw (a => { let v = 0; return 1 })() } catch (w) { return v + w } });
t(18, () => { let v = 1; try { throw [] } catch ([w = (a => { let v = 0; return 1 })()]) { return v + w } });
t(19, () => { let v = 1; with ((a => { let v = 0; return {} })()) { return v } });
t(20, () => { let v = 1; l: { const w = (a => { let v = 0; return 1 })(); return v } });
t(21, () => { let v = 1; switch (1) { default: const w = (a => { let v = 0; return 1 })(); return v } });
t(22, () => { let v = 1; switch (1) { case 1: return (a => { let v = 0; return 1 })() + v } });
t(23, () => { const v = 1; return (() => { switch ((a => { let v = 0; return 1 })()) { case 1: return v } })() });
t(24, () => { const v = 1; return (() => { for (const [x = (a => { let v = 0; return 1 })()] of [[]]) return v })() });
t(25, () => { const v = 1; return (() => { for (const {[(a => { let v = 0; return 1 })()]: x} of [[]]) return v })() });
t(26, () => { const v = 1; return (() => { for (let x = (v => 1)(), y = v;;) return v + y })() });
t(27, () => { const v = 1; return ((x = (() => { let v = 2; return v })()) => v + x)() });
t(28, () => { const v = 1; return `${(() => { let v = 2; return v })()}${v}` });
t(29, () => { const v = 1; class A { [(() => { let v = 2; return v })()] = v } return new A()[2] });
t(30, () => {
  const v = 1; class A { x = (() => { let v = 2; return v })(); y = v; static { let v = 3 } z = v }
  return Object.values(new A()).join() });
t(31, () => { const v = 1; class A extends (() => { let v = 2; return Array })() { y = v } return new A().y });
t(32, () => { let v = 1; switch ((() => { { let v = 0 } return 1 })()) { case 1: return v } });
t(33, () => { let v = 1; l: switch ((() => { let v = 0; return 1 })()) { case 1: break l; default: v = 2 } return v });
t(34, () => { let v = 1; if (v) switch (((() => { const v = 3; return v }))()) { case 3: return v } else v = 5; });
t(35, () => {
  let v = 1;
  for (let i = 0; i < 3; i++) switch ((() => { class v {} return i })()) { case 1: continue; default: v++ } return v });
t(36, () => { let v = 1; switch (() => { let v = 0 }) { default: return v } });
t(37, () => eval('let v = 4; switch ((() => { let v = 0; return 1 })()) { case 1: v }'));
t(38, () => {
  let v = 1;
  switch ((() => { let v = 2; switch ((() => { let v = 3; return v })()) { case 3: return v } })())
  { case 2: return v } });
t(39, () => [...(function* () { let v = 1; switch (yield (() => {
  let v = 2; return v })()) { default: yield v } })()].join());
