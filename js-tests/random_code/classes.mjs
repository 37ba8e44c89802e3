// Classes.

import { EXPONENTS, expression } from './expressions.mjs';
import { chance, pick, random } from './random.mjs';
import { block } from './statements.mjs';

const strict = scope => scope.function({ isStrict: true });

/** The static blocks of a class cannot return. */
const initializer = scope => block(scope.inner({ isFunction: false }), 1);

/** Makers of the members of the base class. */
const baseMembers = (scope, value) => [
  () => `x = ${value()};`,
  () => `#p = ${value()}; get p() { return this.#p; } set p(v) { log("set p", v); this.#p = v; }`,
  () => `static s = ${value()};`,
  () => `m() { ${block(scope, 1)} return [typeof this, this.x]; }`,
  () => `#q() { return ${value()}; } q() { return [this.#q(), #q in this]; }`,
  () => `static #n = 0; static count() { return ++this.#n; }`,
  () => `static { log("static", typeof this); ${initializer(scope)} }`,
  () => `static get h() { return ${value()}; }`,
  () => `*[Symbol.iterator]() { yield ${value()}; yield this.x; }`,
  () => `f = () => [this.x, ${value()}];`,
  () => `["c" + ${pick(['0', '1', '"k"'])}] = ${value()};`,
  () => `static [(log("key"), loud("key", "sk"))] = ${value()};`,
  () => `[(log("key"), loud("key", "fk"))] = ${value()}; static [loud("other", "gk")]() {}`,
  () => `static { log(typeof this.s, this.s++); }`,
  () => `tag(s, ...v) { return [typeof this, s.length, v]; }`,
  () => `accessorLike = { get v() { return ${value()}; } };`,
  () => `async am() { return this.x; }`,
  () => `toString() { return "A" + this.x; }`,
  () => `static k = 0; id = ++A.k;`,
  () => `#id = log("id", A.last = ${value()}); last() { return [this.#id, A.last]; }`,
  () => `made = A.s?.length; keys = Object.keys(this).length; later;`,
];

/** Makers of the members of the derived class. */
const derivedMembers = (scope, value) => [
  () => `m() { return [super.m?.(), super.x, this.p]; }`,
  () => `y = this.x;`,
  () => `u() { return [super.x++, super["x"]--, ++super.x, super[key("s")]++, this.x]; }`,
  () =>
    `v() { this.x **= ${pick(EXPONENTS)}; super.x **= 2; super.q **= ${pick(EXPONENTS)}; return this.x; }`,
  () => `d() { try { delete super[log(${value()})]; } catch (e) { return e; } }`,
  () => `t() { return super.tag?.name && super.tag\`a${'$'}{${value()}}b\`; }`,
  () =>
    `#r = 2; r() { return [this.#r **= ${pick(EXPONENTS)}, this.#r + (this.#r = 5), this.#r++, this.#r]; }`,
  () => `z = super.m?.();`,
  () => `get p() { return [super.p, ${value()}]; } set p(v) { super.p = v; }`,
  () => `w() { super.fresh = ${value()}; return Object.hasOwn(this, "fresh"); }`,
  () => `static s = [super.s, super.count?.(), ${value()}];`,
  () => `g = () => super.toString();`,
  () => `static { try { log(super.h); ${initializer(scope)} } catch (e) { log("in static", e); } }`,
  () => `arrow() { return (() => super.m?.())(); }`,
  () => `*gen() { yield super.x; yield* [this.x]; }`,
  () => `own = (B.made = (B.made ?? 0) + 1); x = [this.x, B.made];`,
];

const constructor = inner =>
  pick([
    () => '',
    () => `constructor() { super(); ${block(inner, 2)} }`,
    () => `constructor(a = log("a"), { b = log("b", A.k) } = {}) { log(a, b, super().x); this.a = a; }`,
    () => `constructor(...r) { ${chance(30) ? block(inner, 1) : ''} super(...r); log(new.target === B); }`,
    // V8 needs `this` at a `return`, before `finally`.
    () =>
      `constructor() { const s = () => super(); try { ${block(inner.inner({ isFunction: false }), 1)} } ` +
      `finally { s(); } this.k = 1; }`,
    () =>
      `constructor() { try { log(typeof this); } catch (e) { log("early", e); } ` +
      `super(); return ${pick(['{ a: 1 }', '1', 'undefined'])}; }`,
  ])();

const uses = value => [
  '[o.x, o.y, o.z]',
  'o.m?.()',
  '(o.p = 3, o.p)',
  'o.q?.()',
  '[A.s, B.s, B.h, A.count?.(), A.count?.()]',
  '[...(o[Symbol.iterator] ? o : [])]',
  'o.f?.()',
  'o.g?.()',
  'o.w?.()',
  'o.arrow?.()',
  'o.u?.()',
  'o.v?.()',
  'o.d?.()',
  'o.t?.()',
  'o.r?.()',
  '[...(o.gen?.() ?? [])]',
  'Object.keys(o)',
  '[o.id, o.own, o.made, o.keys, A.k, B.made, o.last?.()]',
  '`${o.toString()}`',
  '[o instanceof A, A.name, B.name, Object.getOwnPropertyNames(A.prototype).length]',
  `(A.prototype.x = ${value()}, o.x)`,
  `(delete A.prototype.m, typeof o.m)`,
  `Reflect.construct(A, [], Array) instanceof Array`,
];

/**
 * Different members: each private name is declared once. Fields with computed keys come first: after one that changes
 * the class, they are not corrected.
 */
const members = (kinds, count) => {
  const rest = [...kinds];
  const all = Array.from({ length: count }, () => rest.splice(random(rest.length), 1)[0]());
  const isFirst = member => member.startsWith('[');
  return [...all.filter(isFirst), ...all.filter(member => !isFirst(member))].join(' ');
};

export const classExpression = (scope, depth) => {
  const inner = strict(scope);
  const value = () => expression(inner, Math.max(depth + 2, 3));
  const parent = pick(['A', 'A', 'A', '(log("heritage"), A)']);
  const first = chance(70) ? '' : `extends ${pick(['null', 'Array', 'Object'])}`;
  const used = Array.from({ length: 1 + random(3) }, () => pick(uses(value))).join(', ');
  return (
    `(() => { class A ${first} { ${members(baseMembers(inner, value), 1 + random(3))} } ` +
    `class B extends ${parent} { ${members(derivedMembers(inner, value), random(3))} ${constructor(inner)} } ` +
    `const o = new B(${value()}); return [${used}]; })()`
  );
};
