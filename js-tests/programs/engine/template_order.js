// The order of conversions and reads in templates.

const t = (n, f) => { try { console.log(n, String(f())); } catch (e) { console.log(n, e.name); } };
t(1, () => { const c = { log: [], toString() { this.log.push(1); return 'c' } }; return `${c}:${c.log.length}` });
t(2, () => {
  const c = { log: [], toString() { globalThis.gg = (globalThis.gg ?? 0) + 1; return 'c' } };
  globalThis.gg = 0;
  return `${c}:${gg}`
});
t(3, () => { return `${Symbol()}${(() => { throw 1 })()}` });
t(4, () => { return `${Symbol()}${undeclared}` });
t(5, () => {
  let n = 0; const c = { toString() { return 'c' + n }, get x() { return ++n } }; return `${c}${c.x}${c}`
});
t(6, () => { const s = 'a'; return `${s}${s.length}` });
t(7, () => { const c = { toString() { this.k = 5; return 'c' } }; return `${c} ${c?.k} ${c['k']}` });
t(8, () => { const c = { n: 0, toString() { this.n++; return 'c' } }; return `${c}${[c.n]}${c}${{ a: c.n }.a}` });
