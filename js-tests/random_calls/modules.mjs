// Calls functions of Node's modules with random arguments, and prints what they return or throw.
//
// Reads SEED and COUNT from `globalThis.CALLS`, which `compare.mjs` sets. Each file in modules/ has calls: a function
// that returns the arguments, and a function that makes the call.

import assertions from './modules/assertions.mjs';
import buffers from './modules/buffers.mjs';
import emitters from './modules/emitters.mjs';
import files from './modules/files.mjs';
import hashes from './modules/hashes.mjs';
import inspected from './modules/inspected.mjs';
import paths from './modules/paths.mjs';
import processes from './modules/processes.mjs';
import urls from './modules/urls.mjs';
import utilities from './modules/utilities.mjs';
import { show } from './show.mjs';
import { pick, start } from './values.mjs';

const calls = Object.entries({
  ...assertions,
  ...buffers,
  ...emitters,
  ...files,
  ...hashes,
  ...inspected,
  ...paths,
  ...processes,
  ...urls,
  ...utilities,
});

// The messages of errors without a code are those of the engine, and so are stacks in messages.
function thrown(error) {
  const message = error?.code ? JSON.stringify(error.message.replace(/\n +at .*/g, '')) : '';
  return `throws ${error?.name} ${error?.code} ${message}`;
}

const { seed, count, known } = globalThis.CALLS;
const called = known ? calls.filter(([label]) => known.includes(label)) : calls;
if (!count) console.log(calls.map(([label]) => label).join('\n'));
for (let call = 0; call < count; call++) {
  start(seed, call);
  const [label, prepare] = pick(called);
  const [values, steps] = prepare();
  const text = `${call} ${label} ${show(values)}`;
  let result;
  try {
    result = show(await steps(...values));
  } catch (error) {
    result = thrown(error);
  }
  console.log(`${text} = ${result}`);
}
