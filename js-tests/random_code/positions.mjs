// Expressions with a part in each position, which may change what was evaluated before it, or suspend the function.

import { item, operand } from './expressions.mjs';
import { chance, pick } from './random.mjs';

const box = scope => (scope.all.length && chance(50) ? `Object(${pick(scope.all)})` : '({ a: 1, b: 2 })');

export const positioned = (scope, depth) => {
  const i = () => `(${item(scope, depth + 1)})`;
  const b = () => item(scope, depth + 1);
  const hole = text => '$' + `{${text}}`;
  return pick([
    () => `show(${b()}, ${b()}, ${b()})`,
    () => `new (class { constructor(...r) { this.r = r; } })(${b()}, ${b()}).r`,
    () => `[${b()}, , ...Object(${i()}).x ?? [], ${b()}]`,
    () => `({ [key(${b()})]: ${b()}, ...${i()}, c: ${b()} })`,
    () => `(${box(scope)}[key(${b()})] = ${b()})`,
    () => `(${box(scope)}[key(${b()})] ${pick(['+=', '??=', '||=', '&&=', '-='])} ${b()})`,
    () => `${box(scope)}?.[key(${b()})]?.[key(${b()})]`,
    () => `\`${hole(`show(${b()})`)}-${hole(`show(${b()})`)}\``,
    () => `tag\`${hole(b())}|${hole(b())}\``,
    () => `(${b()}, ${b()})`,
    () => `(${i()} ? ${b()} : ${b()})`,
    () => `[${box(scope)}.a, ${box(scope)}[key(${b()})] = ${b()}]`,
    () => `([${box(scope)}.a = ${b()}, ${box(scope)}[key(${b()})]] = [${b()}, ${b()}])`,
    () => `({ [key(${b()})]: ${box(scope)}.a = ${b()} } = {})`,
    () => `({ a: ${box(scope)}[key(${b()})], b: ${box(scope)}[key(${b()})] = ${b()} } = { a: ${b()} })`,
    () => `delete ${box(scope)}[key(${b()})]`,
    () => `(${operand(scope, depth)} ${pick(['&&', '||', '??'])} ${i()})`,
    () => `(key(${i()}) in ${box(scope)})`,
    () => `${i()}.constructor?.name`,
    () => `[${i()} + ${i()}, ${i()} < ${i()}, ${i()} == ${i()}]`,
    () => `Object.keys(class { static [key(${b()})] = 1; static [key(${b()})] = 2; }).length`,
    () => `watched({ a: [${b()}] }, "z").a[key(${b()})]`,
    () => `numbers(3, "it")[Symbol.iterator]().next(${b()}).value`,
    () => `(([a, b = ${chance(50) ? 'a' : '1'}] = [${b()}], ...r) => [a, b, r])(${b()}, ${b()})`,
  ])();
};
