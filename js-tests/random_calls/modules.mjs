// Calls functions of Node's modules with random arguments, and prints what they return or throw.
//
// Each file in modules/ has calls: see `callAll`.

import { callAll } from './call_all.mjs';
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

// The messages of errors without a code are those of the engine, and so are stacks in messages.
function thrown(error) {
  const message = error?.code ? JSON.stringify(error.message.replace(/\n +at .*/g, '')) : '';
  return `throws ${error?.name} ${error?.code} ${message}`;
}

async function outcome(steps, values) {
  try {
    return show(await steps(...values));
  } catch (error) {
    return thrown(error);
  }
}

await callAll(
  [assertions, buffers, emitters, files, hashes, inspected, paths, processes, urls, utilities],
  show,
  outcome,
);
