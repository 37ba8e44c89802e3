// Calls functions of the web platform with random arguments, and prints what they return or throw.
//
// Each file in web/ has calls: see `callAll`.

import { callAll } from './call_all.mjs';
import buffers from './web/buffers.mjs';
import clones from './web/clones.mjs';
import encodings from './web/encodings.mjs';
import events from './web/events.mjs';
import fetches from './web/fetches.mjs';
import locks from './web/locks.mjs';
import members from './web/members.mjs';
import ports from './web/ports.mjs';
import schedulers from './web/schedulers.mjs';
import streams from './web/streams.mjs';
import timings from './web/timings.mjs';
import urls from './web/urls.mjs';
import { show, thrown } from './web/show.mjs';

async function outcome(steps, values) {
  let result;
  try {
    result = steps(...values);
  } catch (error) {
    return `throws ${thrown(error)}`;
  }
  const late = new Promise(resolve => setTimeout(resolve, 2000, 'pending'));
  try {
    return `${result instanceof Promise ? 'promise ' : ''}${show(await Promise.race([result, late]))}`;
  } catch (error) {
    return `rejects ${thrown(error)}`;
  }
}

await callAll(
  [buffers, clones, encodings, events, fetches, locks, members, ports, schedulers, streams, timings, urls],
  show,
  outcome,
);
