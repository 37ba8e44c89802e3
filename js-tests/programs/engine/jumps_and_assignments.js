// Jumps that leave several try statements, and logical assignments within assignments. The output is that of Node.
const t = (name, f) => { let r; try { r = f(); } catch (e) { r = 'threw ' + (e && e.message); }
  console.log(name, JSON.stringify(r)); };
t('break+continue', () => { const l = []; for (let i = 0; i < 3; i++) { l.push(i); try { try {
  if (i == 0) continue; break; } finally { l.push('f'); } } finally { l.push('g'); } } return l; });
t('continue+break', () => { const l = []; for (let i = 0; i < 3; i++) { l.push(i); try { try { if (i == 1) break;
  continue; } finally { l.push('f'); } } finally { l.push('g'); } } return l; });
t('return+continue', () => { const l = []; for (let i = 0; i < 3; i++) { l.push(i); try { try {
  if (i == 1) return 'r' + l; continue; } finally { l.push('f'); } } finally { l.push('g'); } } return l; });
t('continue+return', () => { const l = []; for (let i = 0; i < 3; i++) { l.push(i); try { try {
  if (i == 0) continue; return 'r' + l; } finally { l.push('f'); } } finally { l.push('g'); } } return l; });
t('break in finally', () => { const l = []; loop: for (let i = 0; i < 2; i++) { l.push(i); try { try {
  continue loop; } finally { if (0) break loop; } } finally { } } return l; });
t('return in finally', () => { const l = []; loop: for (let i = 0; i < 2; i++) { l.push(i); try { try {
  continue loop; } finally { if (0) return 5; } } finally { } } return l; });
t('labels', () => { const l = []; a: for (let i = 0; i < 2; i++) { b: for (let j = 0; j < 3; j++) {
  l.push(i + '' + j); try { try { if (j == 0) continue b; if (j == 1) continue a; break a; } finally { l.push('f');
  } } finally { l.push('g'); } } } return l; });
t('switch', () => { const l = []; for (let i = 0; i < 3; i++) { switch (i) { case 1: try { try { if (i) break;
  continue; } finally { l.push('f'); } } finally { l.push('g'); } l.push('no'); default: l.push(i); } l.push('e');
  } return l; });
t('three', () => { const l = []; for (let i = 0; i < 4; i++) { l.push(i); try { try { try { if (i == 0) continue;
  if (i == 2) break; if (i == 3) return 9; } finally { l.push('f'); } } finally { l.push('g'); } } finally {
  l.push('h'); } } return l; });
t('catch', () => { const l = []; for (let i = 0; i < 3; i++) { l.push(i); try { try { throw 1 } catch {
  if (i == 0) continue; break; } finally { l.push('f'); } } finally { l.push('g'); } } return l; });
t('same finally one', () => { const l = []; for (let i = 0; i < 3; i++) { l.push(i); try { if (i == 0) continue;
  break; } finally { l.push('f'); } } return l; });
t('outer jumps', () => { const l = []; for (let i = 0; i < 3; i++) { l.push(i); try { if (i == 2) break; try {
  if (i == 0) continue; } finally { l.push('f'); } } finally { l.push('g'); } } return l; });
t('inner then outer', () => { const l = []; for (let i = 0; i < 3; i++) { l.push(i); try { try {
  if (i == 0) continue; } finally { l.push('f'); } if (i == 1) break; } finally { l.push('g'); } } return l; });
t('gen', () => [...(function* () { for (let i = 0; i < 3; i++) { try { try { yield i; if (i == 0) continue;
  return 3; } finally { yield 'f'; } } finally { yield 'g'; } } })()]);
t('labelled block', () => { const l = []; x: { y: { try { try { if (l.length) break x; break y; } finally {
  l.push('f'); } } finally { l.push('g'); } } l.push('y'); } return l; });
t('forof', () => { const l = []; for (const i of [0,1,2]) { l.push(i); try { try { if (i == 0) continue; break; }
  finally { l.push('f'); } } finally { l.push('g'); } } return l; });
(() => { let a = [], b; () => [a, b]; 0 * (b ||= (a ??= 1)); console.log('1', b); })();
(() => { let a = [], b; () => [a, b]; b = (a ??= 1); console.log('2', b, a); })();
(() => { let a = [], b = 's'; () => [a, b]; b += (a ??= 1); console.log('3', b, a); })();
(() => { let a = 5, b; () => [a, b]; [b = (a ||= 1)] = []; console.log('4', b, a); })();
var A = 1, B; B = (A ??= 2); console.log('5', A, B);
var A = 1, B; B = A ||= 2; console.log('6', A, B);
(function () { var a = 1, b; function f() { return [a, b]; } b = a ??= 2; console.log('7', f()); })();
(function () { var a = 0, b = 3, c; function f() { return [a, b, c]; } c = f(a &&= 2, b ||= 1);
  console.log('8', f()); })();
(function () { let a = 1, b = { x: 0 }; b.x = (a ??= 2); b.y ??= (a ??= 3); console.log('9', a, b); })();
(function () { let a = 1, b, o = {}; const f = () => [a, b, o]; for (let i = 0; i < 3; i++) { b = (a &&= 0) ;
  b = (o.q ??= 4); } console.log('10', f()); })();
(function () { let a = null, b; const f = () => [a, b]; b = a ??= () => {}; console.log('11', a.name, b.name); })();

(async () => {
  const ag = async function* (n) { for (let i = 0; i < 3; i++) { try { try { yield i;
  if (i == n) return Promise.resolve('r'); if (i == 1) continue; if (i == 2) break; } finally { yield 'f'; } }
  finally { yield 'g'; } } return 'end'; };
  for (const n of [0, 1, 5]) { const it = ag(n); const l = []; for (;;) { const r = await it.next();
  l.push(r.value); if (r.done) break; } console.log('ag', n, l.join()); }
  const af = async n => { for (const i of [0, 1, 2]) { try { try { await 0; if (i == n) return i;
  if (i == 1) continue; } finally { await 1; } } finally { await 2; } } return 'x'; };
  console.log(await af(0), await af(2), await af(9));
})();
t('asi', () => { let r = []; for (let i = 0; i < 2; i++) { try { try { if (i) return r
 else continue } finally { r.push('f') } } finally { r.push('g') } } });
t('fn name', () => { for (;;) { try { try { if (1) return (() => {}).name; continue } finally { } } finally { } } });
t('fn name 2', () => { const g = () => { for (;;) { try { try { if (1) return () => {}; continue } finally { } }
  finally { } } }; return g().name; });
t('comma', () => { for (;;) { try { try { if (1) return 1, 2; break } finally { } } finally { } } });
t('override', () => { const l = []; for (let i = 0; i < 3; i++) { try { try { if (i < 2) continue; return l; }
  finally { if (i == 0) { l.push('o'); continue; } } } finally { l.push(i); } } });
t('throw over', () => { const l = []; for (let i = 0; i < 3; i++) { try { try { try { if (i < 2) continue;
  return l; } finally { if (i == 0) throw 1; } } catch { l.push('c'); } finally { l.push(i); } } finally {
  l.push('z'); } } });
t('class', () => { class A { m() { for (;;) { try { try { if (1) return this.x; break; } finally { } } finally { }
  } } x = 7 } return new A().m(); });
t('do', () => { let i = 0; do { try { try { if (i == 0) continue; break; } finally { } } finally { } }
  while (i++ < 5); return i; });
t('forof labels', () => { const l = []; a: for (const x of [1, 2, 3]) { for (const y of [1, 2, 3]) { try { try {
  if (y == 1) continue; if (x == 1) continue a; if (x == 3) break a; l.push([x, y]); break; } finally {
  l.push('f'); } } finally { l.push('g'); } } l.push(x); } return l; });
t('inside loop', () => { const l = []; try { for (const x of [1, 2, 3]) { try { if (x == 1) continue;
  if (x == 2) return l; } finally { l.push(x); } } } finally { l.push('e'); } });
