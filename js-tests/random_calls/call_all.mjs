// Makes random calls, and prints what they return or throw.

import { pick, start } from './values.mjs';

// Reads SEED, COUNT and the labels that all hosts know from `globalThis.CALLS`, which `compare.mjs` sets. Without a
// count, prints the labels. A call is a function that returns the arguments and the steps, which get them.
export async function callAll(files, show, outcome) {
  const calls = Object.entries(Object.assign({}, ...files));
  const { seed, count, known } = globalThis.CALLS;
  const called = known ? calls.filter(([label]) => known.includes(label)) : calls;
  if (!count) console.log(calls.map(([label]) => label).join('\n'));
  for (let call = 0; call < count; call++) {
    start(seed, call);
    const [label, prepare] = pick(called);
    const [values, steps] = prepare();
    const text = `${call} ${label} ${show(values)}`;
    console.log(`${text} = ${await outcome(steps, values)}`);
  }
}
