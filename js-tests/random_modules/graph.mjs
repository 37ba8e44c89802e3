// Random graphs of modules that import each other, in cycles too. Each module logs when it starts and ends, and what
// its imports are then.

import { chance, pick, random, setSeed } from '../random_code/random.mjs';

const NAMES = ['a', 'b', 'c', 'd', 'e'];
// A `var` cannot be read before its module starts: see docs/boa-gaps.md.
const KINDS = ['let', 'const', 'function', 'function*', 'async function', 'class'];

/** Declarations with an export, and for some a statement that changes the variable. */
const declaration = (name, kind, value) => {
  const exported = chance(70) ? text => `export ${text}` : text => `${text}\nexport { ${name} };`;
  if (kind === 'let') return `${exported(`let ${name} = ${value};`)}\n${name} += '!';`;
  if (kind === 'const') return exported(`const ${name} = ${value};`);
  if (kind === 'class') return exported(`class ${name} {}`);
  const changed = kind === 'function' && chance(20) ? `\n${name} = 'changed';` : '';
  return exported(`${kind} ${name}() {}`) + changed;
};

const DEFAULTS = [
  'export default 1;',
  'export default function () {}',
  'export default class {}',
  'export default () => {};',
  `let late = 1;\nexport { late as default };\nlate = 2;`,
];

const AWAITS = ['await null;', 'await Promise.resolve().then(() => {});', `for await (const x of [1]) log(x);`];

/** Returns an import or a re-export of a module, and adds its variables to `locals`. */
const link = (specifier, exported, locals, taken) => {
  const name = pick(exported);
  const local = `i${locals.length}`;
  const alias = pick(['x', 'y', 'z', 'ns', name]);
  const isNew = !taken.has(alias);
  const add = text => (locals.push(local), text);
  const reexport = text => (isNew ? (taken.add(alias), text) : `import ${specifier};`);
  return pick([
    () => add(`import { ${name} as ${local} } from ${specifier};`),
    () => add(`import { ${name} as ${local} } from ${specifier};`),
    () => add(`import * as ${local} from ${specifier};`),
    () => reexport(`export { ${name} as ${alias} } from ${specifier};`),
    () => reexport(`export * as ${alias} from ${specifier};`),
    () => {
      const exported = isNew ? `\nexport { ${local} as ${alias} };` : '';
      taken.add(alias);
      return add(`import { ${name} as ${local} } from ${specifier};`) + exported;
    },
    () => `export * from ${specifier};`,
    () => `import ${specifier};`,
  ])();
};

const moduleText = (index, exports, throws) => {
  const locals = [];
  const taken = new Set(exports[index].map(([name]) => name));
  const links = Array.from({ length: random(4) + (index === 0 ? 1 : 0) }, () => {
    const other = random(exports.length);
    return link(`'./m${other}.mjs'`, exports[other].map(([name]) => name), locals, taken);
  });
  const report = moment =>
    locals.map(local => `log('${index} ${moment}', '${local}', show(() => ${local}));`).join('\n');
  const body = [
    `log('${index} starts');`,
    report('starts'),
    chance(20) ? pick(AWAITS) : '',
    ...exports[index].map(([name, kind]) => declaration(name, kind, `'${index}${name}'`)),
    chance(50) ? pick(DEFAULTS) : '',
    locals.length && chance(20) ? `try { ${pick(locals)} = 1; } catch (error) { log(error.name); }` : '',
    report('ends'),
    throws && chance(8) ? `throw new RangeError('${index}');` : '',
    `log('${index} ends');`,
  ].filter(line => line !== '');
  return (chance(50) ? [...links, ...body] : [...body, ...links]).join('\n') + '\n';
};

/** The texts of the modules of a graph: `m0.mjs`, `m1.mjs`, and so on. */
export const graph = (seed, throws = true) => {
  setSeed(seed);
  const exports = Array.from({ length: 2 + random(5) }, () => {
    const names = new Set(Array.from({ length: 1 + random(4) }, () => pick(NAMES)));
    return [...names].map(name => [name, pick(KINDS)]);
  });
  return exports.map((_, index) => moduleText(index, exports, throws));
};
