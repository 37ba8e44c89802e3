// Expressions.

import { classExpression } from './classes.mjs';
import { functionExpression } from './functions.mjs';
import { chance, pick } from './random.mjs';
import { positioned } from './positions.mjs';
import { newName } from './scope.mjs';

const LITERALS =
  '0|1|2|-1|3.5|"s"|""|true|false|null|undefined|[1, 2]|{ a: 1, b: { c: 2 } }|[]|NaN|loud("l", 2)|loud("m", "x")';

export const literal = () => pick(LITERALS.split('|'));

const simple = scope => {
  const text = scope.all.length && chance(60) ? pick(scope.all) : literal();
  return text.startsWith('{') ? '({})' : text;
};

// The last digits of other powers depend on the system.
export const EXPONENTS = ['0', '1', '2', '(log("power"), NaN)', '-1', 'loud("power", 2)', '(log(1), 2)'];

/** A part of a larger expression, often without brackets: engines treat a name differently from one in brackets. */
export const operand = (scope, depth) => {
  if (scope.all.length && chance(45)) return pick(scope.all);
  return chance(25) ? simple(scope) : `(${expression(scope, depth + 1)})`;
};

/** An expression as an argument or an element, without brackets around it. */
export const item = (scope, depth) => {
  if (scope.isGenerator && chance(20)) return `yield ${operand(scope, depth)}`;
  if (scope.isAsync && chance(20)) return `await ${operand(scope, depth)}`;
  if (!scope.mutable.length || chance(60)) return expression(scope, depth + 1);
  const name = pick(scope.mutable);
  return pick([
    () => name,
    () => `${name}${pick(['++', '--'])}`,
    () => `${pick(['++', '--'])}${name}`,
    () => `${name} ${pick(['=', '+=', '*=', '-=', '??=', '&&='])} ${operand(scope, depth)}`,
    () => `${name} **= ${pick(EXPONENTS)}`,
    () => `${name} + (${name} = ${operand(scope, depth)})`,
    // V8 rejects some such patterns without brackets around them.
    () => `([${name}] = [${operand(scope, depth)}])`,
  ])();
};

const OPERATORS = ['+', '-', '*', '<', '===', '==', '&&', '||', '??', ',', '%', '|', '>>>', '!==', '>', '<=', '&'];

/** A thing that can be assigned to. */
const target = (scope, depth) => {
  const name = scope.mutable.length ? pick(scope.mutable) : null;
  if (name === null || chance(25)) {
    const key = pick(['.a', '.b', `[key(${item(scope, depth + 1)})]`, '["length"]', '.p']);
    return `Object(${item(scope, depth + 1)})${key}`;
  }
  return name;
};

const assignment = (scope, depth) => {
  const value = () => expression(scope, depth + 1);
  const to = target(scope, depth);
  return pick([
    () => `(${to} ${pick(['=', '+=', '-=', '*=', '|='])} ${chance(50) ? value() : item(scope, depth)})`,
    () => `(${to} **= ${pick(EXPONENTS)})`,
    () => `(${to} ${pick(['??=', '||=', '&&='])} ${simple(scope)})`,
    () => `(${pick(['++', '--'])}${to})`,
    () => `(${to}${pick(['++', '--'])})`,
    () => `(${to} = ${operand(scope, depth)} ${pick(['+', '-', '*', '<', '=='])} ${operand(scope, depth)})`,
    () => `([[${to}], { a: ${target(scope, depth)} }] = [${item(scope, depth)}, { a: ${value()} }])`,
    () => `([...${to}] = ${pick(['numbers(2, "rest")', '"abc"', value()])})`,
    () => {
      // See "A rest element includes what nested patterns extract" in docs/boa-gaps.md.
      const [nested, rest] = [target(scope.still(), depth), target(scope.still(), depth)];
      return `({ b: { c: ${nested} }, ...${rest} } = { b: { c: ${item(scope, depth)} }, d: 1 })`;
    },
    () =>
      `([${to}, ${target(scope, depth)} = ${value()}] = ${pick(['numbers(1, "as")', '[1, 2]', '"ab"', value()])})`,
    () => `({ a: ${to} = ${value()}, ...${target(scope, depth)} } = Object(${value()}))`,
    () => `delete ${to.includes('(') ? to : `Object(${to}).a`}`,
  ])();
};

const object = (scope, depth) => {
  const e = () => expression(scope, depth + 1);
  const inside = () => expression(scope.function(), depth + 1);
  return pick([
    () => `({ x: ${e()}, ...${e()}, [${e()}]: ${e()}, get g() { return ${inside()} } })`,
    () => `({ a: ${item(scope, depth)}, b: ${item(scope, depth)} })`,
    () => `({ [key(${item(scope, depth)})]: ${item(scope, depth)} })`,
    () => `({ __proto__: ${pick(['null', '{ a: 5 }', 'watched({ a: 6 }, "p")'])}, b: ${e()} })`,
    () => `({ set s(v) { log("set", v); }, a: 1, ["c" + ${e()}]: 2 })`,
    () => `watched({ a: ${e()}, b: 2 }, "w")`,
    () =>
      `({ m() { return [super.a, super.m?.(), this?.b]; }, __proto__: { a: ${e()}, m() ` +
      `{ return this.b; } }, b: 3 }).m()`,
    () => `({ valueOf() { log("value"); return 4; }, toString() { log("text"); return "t"; } })`,
  ])();
};

const templates = (scope, depth) => {
  const e = () => expression(scope, depth + 1);
  const hole = text => '$' + `{${text}}`;
  return pick([
    () => `tag\`p${hole(e())}q${hole(e())}\``,
    () => `\`t${hole(`show(${e()})`)}\``,
    () => `\`${hole(`String(${operand(scope, depth)})`)}-${hole(`show(${item(scope, depth)})`)}\``,
    () => `\`${hole('loud("f", 1)')}${hole(item(scope, depth))}${hole('loud("g", 2)')}\``,
    () => `({ n: 1, t(s, ...v) { return [this?.n, v.length]; } })${pick(['.t', '["t"]'])}\`a${hole(e())}\``,
    () => `(({ n: 1, t(s, ...v) { return [this?.n, v]; } }).t)\`a${hole(item(scope, depth))}\``,
    () => `[1, 2].map(i => tag\`same${hole('i')}\\n\`).join()`,
    () => `(tag\`x\`)?.length`,
  ])();
};

const evaluated = (outer, depth) => {
  const scope = outer.function();
  const name = newName('w');
  return pick([
    () => `eval(${JSON.stringify(expression(scope, depth + 1))})`,
    () =>
      `(() => { eval(${JSON.stringify(`var ${name} = ${expression(scope, depth + 1)}`)}` +
      `); return typeof ${name}; })()`,
    () => `(0, eval)(${JSON.stringify(`typeof ${name}`)})`,
    () => `new Function("a", ${JSON.stringify('return [a, typeof this]')})(${expression(scope, depth + 1)})`,
  ])();
};

const chain = (scope, depth) => {
  const e = () => expression(scope, depth + 1);
  return pick([
    () => `${e()}?.${pick(['a', 'b', 'length', 'x', '[0]'])}`,
    () => `${e()}?.b?.c`,
    () =>
      `watched({ a: { b: 1, m(x) { return [this.b, x]; } } }, "c")` +
      `?.a${pick(['?.m', '.m', '?.["m"]'])}(${item(scope, depth)})`,
    () => `(${e()}?.a)?.(${item(scope, depth)})`,
    () => `log?.(${item(scope, depth)}, ${item(scope, depth)})`,
    () => `${operand(scope, depth)}?.[${item(scope, depth)}]?.x(${item(scope, depth)})`,
    () => `${e()}?.[${e()}]`,
    () => `Object(${e()}).nope?.(${e()})`,
    () => `(${e()})?.toString?.().length`,
    () => `delete ${e()}?.a`,
  ])();
};

const builtIn = (scope, depth) => {
  const e = () => expression(scope, depth + 1);
  const inside = () => expression(scope.function(), depth + 1);
  return pick([
    () => `[3, 1, 2].map((x, i) => [x, ${inside()}, i]).length`,
    () => `[1, 2, 3].reduce((a, x) => (log(a), x), ${e()})`,
    () => `Array.from(${pick(['numbers(2, "from")', '{ length: 2 }', e()])}, x => ${inside()})`,
    () => `[...new Set([1, ${e()}, 1])].length`,
    () => `"a-b".replace(/[ab]/g, m => ${inside()})`,
    () => `Object.keys(Object(${e()})).length`,
    () => `((${e()}) ** ${pick(EXPONENTS)})`,
    () => `("a" in Object(${e()}))`,
    () => `Object(${e()}) instanceof ${pick(['Array', 'Object', 'Function'])}`,
    () => `Object.entries({ ...${e()} }).length`,
  ])();
};

const suspended = scope => {
  if (scope.isGenerator && chance(60)) return pick([`(yield ${simple(scope)})`, '(yield)', 'log("got", yield 1)']);
  if (scope.isAsync)
    return pick([`(await ${simple(scope)})`, '(await Promise.reject("rejected"))', '(await { then(f) { f(7); } })']);
  return simple(scope);
};

export function expression(scope, depth = 0) {
  if (depth > 2) return simple(scope);
  const e = () => expression(scope, depth + 1);
  return pick([
    () => `(${literal()})`,
    () => `(${simple(scope)})`,
    () => binary(e(), pick(OPERATORS), e()),
    () => loose(scope, depth),
    () => loose(scope, depth),
    () => positioned(scope, depth),
    () => positioned(scope, depth),
    () => `[${item(scope, depth)}, ${item(scope, depth)}, ${item(scope, depth)}]`,
    () => `log(${item(scope, depth)}, ${item(scope, depth)})`,
    () => `(${e()} ? ${e()} : ${e()})`,
    () => assignment(scope, depth),
    () => assignment(scope, depth),
    () => `(${pick(['typeof', 'void', '!', '-', '~'])} (${e()}))`,
    () => `[${e()}, ...(${pick(['numbers(2, "spread")', '[1, 2]', '"ab"', 'numbers(3, "bad", 1)', e()])} ?? [])]`,
    () => object(scope, depth),
    () => chain(scope, depth),
    () => templates(scope, depth),
    () => functionExpression(scope, depth),
    () => functionExpression(scope, depth),
    () => classExpression(scope, depth),
    () => `(log(${JSON.stringify(newName('e'))}), ${e()})`,
    () => evaluated(scope, depth),
    () => builtIn(scope, depth),
    () => suspended(scope),
  ])();
}

/** An operator with operands that are often names, and an operand on the right that may change them. */
const loose = (scope, depth) => {
  const operator = pick(['+', '-', '*', '<', '===', '%', '|', '>', '==', '!==', '<=', '&', '>>', '/']);
  const right = () => (chance(50) ? operand(scope, depth) : `(${item(scope, depth)})`);
  const third = chance(30) ? ` ${operator === '+' ? '-' : '+'} ${right()}` : '';
  return `(${operand(scope, depth)} ${operator} ${right()}${third})`;
};

/** `??` mixes with no other operator, and the base of `**` must not begin with one. */
const binary = (left, operator, right) => `((${left}) ${operator} (${right}))`;
