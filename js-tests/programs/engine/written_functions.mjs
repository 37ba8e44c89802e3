// `toString` of functions shows them as they are written, not as they were corrected, and with their end.
const o = {
  m(v) { const { a, ...r } = v; return `${a}${r.b.c}`; },
  get g() { return x => `${x}`; },
  ['k' + 1](a) { for (const q of a) try { q.b.c() } catch (e) { console.log(e) } },
  length(a) { a.length = 0; switch ((() => a)()) { case 1: let who; default: return who } },
};
class P {
  static s(x) { return `a${x}${x.b}` }
  #p(a) { return /a/g }
  t(v) { switch (v) { case 0: let who; break; default: return () => v } }
  get q() { return () => this.#p }
  r({ ['a']: b = 1 }) { return super.toString(), ({ ['b']: { b } } = { b }) }
}
const d = Object.getOwnPropertyDescriptor(o, 'g').get;
const methods = [o.m, d, d(), o.k1, o.length, P.s, P.prototype.r, P.prototype.t, new P().q, new P().t(1)];
for (const f of [...methods, x => /=>/g, x => `a
${x}`, async () => await `${1}`, (a, b = `x`) => a ?? `é${a}`]) console.log(String(f));

// Only the starts of these two are known, and they are the same.
console.log([x => /a/g, x => /b/].map(String).join(' '), [x => `a${1}`, x => `a${1}`].map(String).join(' '));

// In a text that the program has made, the corrections show, and the result is still the same function.
console.log(String(eval('x => `a${x}`')), String(eval('x => /a/g')), eval(String(eval('x => `${x}${x + 1}`')))(1));
