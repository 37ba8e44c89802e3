// Writes that must throw in strict code, and what is read after a write that has thrown.

const t = (n, f) => { try { console.log(n, String(f())); } catch (e) { console.log(n, e.name); } };
t('for of', () => { 'use strict'; for (w1 of [1]); });
t('for in', () => { 'use strict'; for (w2 in {a:1}); });
t('for [of]', () => { 'use strict'; for ([w3] of [[1]]); });
t('for member', () => { 'use strict'; for (Object.freeze({a:1}).a of [[1]]); });
t('for init', () => { 'use strict'; for (w4 = 0; w4 < 1; w4++); });
t('assign', () => { 'use strict'; w5 = 0 });
t('++', () => { 'use strict'; w6++ });
t('+=', () => { 'use strict'; w7 += 1 });
t('&&=', () => { 'use strict'; undefined.x ; w8 &&= 1 });
t('??=', () => { 'use strict'; w9 ??= 1 });
t('destr obj', () => { 'use strict'; ({ w10 } = {}) });
t('destr rest', () => { 'use strict'; ({ ...w11 } = {}) });
t('destr arr rest', () => { 'use strict'; ([ ...w12 ] = []) });
t('destr default', () => { 'use strict'; ([ w13 = 1 ] = []) });
t('eval', () => { 'use strict'; eval('w14 = 1') });
t('globals', () => { 'use strict'; undefined = 1 });
t('NaN', () => { 'use strict'; for (NaN of [1]); });
t('getter only', () => { 'use strict'; Object.defineProperty(globalThis, 'ro', { get() { return 1 } }); ro = 2 });
t('const', () => { 'use strict'; const c = 1; for (c of [1]); });
t('fn name', () => { 'use strict'; (function f() { f = 1 })() });
t('fn name for', () => { 'use strict'; (function f() { for (f of [1]); })() });
t('fn name sloppy', () => { return (function f() { f = 1; return typeof f })() });
t('fn name sloppy for', () => { return (function f() { for (f of [1]); return typeof f })() });
t('fn name sloppy destr', () => { return (function f() { [f] = [1]; return typeof f })() });
t('class name', () => { class C { static m() { C = 1 } } C.m() });
t('class name for', () => { class C { static m() { for (C of [1]); } } C.m() });
t('const for sloppy', () => { const c = 1; for (c of [1]); });
t('const for in sloppy', () => { const c = 1; for (c in {a:1}); });
t('const destr', () => { const c = 1; [c] = [1]; });
t('const closure for', () => { const c = 1; (() => { for (c of [1]); })() });
t('const ++', () => { const c = 1; c++ });
t('const typeof', () => { const c = 1; c **= 2 });
t('const &&=', () => { const c = 0; c &&= 2; return 'ok' });
t('const ||=', () => { const c = 0; c ||= 2; return 'ok' });
t('import-like', () => { for (const x = 1; x < 3; x++) ; });

for (const write of [
  'v;',
  'v++;',
  '++v;',
  'v += 1;',
  'v = 1;',
  '[v] = [1];',
  'v ??= 1;',
  'for (v of [1]);',
  'v &&= 1;',
  '(() => v = 1)();',
  'typeof v;',
  'Math.max(++v);',
  '({ v } = {});',
  'v **= 2;',
]) {
  const again = "catch (e) { r.push(e.name); try { v; r.push('read'); } catch (e) { r.push(e.name); } }";
  t(write, () => Function(`const r = []; try { ${write} } ${again} let v = 1; return r`)());
  t(write, () => Function(`const r = []; const read = () => v; try { ${write} } ${again} let v = 1; return r`)());
  const caseOf = `switch (2) { case 1: let v = 1; break; case 2: try { ${write} } ${again} }`;
  t(write, () => Function(`const r = []; ${caseOf} return r`)());
}
