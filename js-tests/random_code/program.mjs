// The text of a random program.

import { chance, random, setChoices, setSeed } from './random.mjs';
import { Scope, resetNames } from './scope.mjs';
import { block, resetDepth } from './statements.mjs';

const parts = scope => {
  const part = () => `try { ${block(scope, 3)} } catch (e) { log("part", e); }`;
  return Array.from({ length: 1 + random(3) }, part).join('\n');
};

const text = () => {
  resetNames();
  resetDepth();
  if (chance(70)) return parts(new Scope());
  return `return (async () => { ${parts(new Scope().function({ isAsync: true }))} })();`;
};

/** The text of the body of a function. Many programs are asynchronous. */
export const program = seed => {
  setSeed(seed);
  return text();
};

/** The program that these choices make. */
export const programOf = choices => {
  setChoices(choices);
  return text();
};
