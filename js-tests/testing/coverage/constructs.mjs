'use strict';
export const named = () => 1;
export const fn = function () { return named.name; }, other = class { static y = 2; };
export function f(a, b = 2, { c = 3, d = () => c } = {}) {
  if (a) return b;
  else if (b > 2) { b++; } else b--;
  for (let i = 0, n = 2; i < n; i++) if (i) continue;
  outer: for (const x of [1, 2]) { for (;;) { if (x === 1) continue outer; break outer; } }
  while (b > 100) b--;
  do b--; while (b > 0)
  switch (b) {
    case 0: case 1: b = 5; break;
    case 2:
    default: b = 6
  }
  const r = (a || c) && d() || (b ?? 7);
  return a ? r : b > 5 ? (x => x * 2)(b) : r;
}
export class A extends (other) {
  #p = 5; z = () => this.#p; static s; ['comp' + 1] = 3;
  constructor(x) { super(); this.x = x; }
  get v() { return this.x; }
  static async m() { try { await null; throw 1 } catch { return 2 } finally { named(); } }
  *gen() { yield 1; yield* [2] }
}
export const o = { m() { return 1 }, get g() { return 2 }, async *h() {}, k: () => ({}), p: function () {} };
let q; ({ q = 4 } = {}); [q = () => {}] = [];
export default function () { 'use strict'; debugger; return q.name }
label: { if (q) break label; q = 1 }
/* istanbul ignore next */
export function ignored() { return 1 }
export function hints(a) {
  /* istanbul ignore if */
  if (a > 100) { return 1; }
  /* istanbul ignore else */
  if (a) { a = 1 } else { a = 2 }
  return /* istanbul ignore next */ a ? 1 : 2;
}
export const later = async () => { for await (const x of [1]) { await x } };
if (q) ; else { q = 2 }
