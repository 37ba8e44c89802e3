// Where stacks say that calls are, and which frames they do not have.

/** The frames up to the function `t` below, which has the place of the innermost call in this file. */
const places = error => error.stack.split('\n').filter(line => line.includes('places_of_calls.js:'))
  .map(line => line.replace(/.* at (?:Object\.|new )?(\S+) .*\.js:(\d+:\d+)\)$/, '$1 $2')).slice(0, -2).join(', ');
const t = f => { try { f(); } catch (error) { console.log(places(error)); } };
class V extends Error { constructor(text) { super(text); this.name = 'V'; } }
class W extends V { constructor(text) { super(text + '!'); } }
const o = { m() { throw new W('a'); }, p: { q: () => o.m() } };
function f() { decodeURIComponent('%'); }
function g() { return f (); }
t(function a() { o.p.q(); });
t(function b() { g(); });
t(function c() { o['m'](); });
t(function d() { (0, o.m)(); });
t(function e() { new V('b'); throw V.prototype.constructor && new V('c'); });
t(function h() { [1].map(function l() { o.m(); }); });
