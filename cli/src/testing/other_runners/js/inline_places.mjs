// Where inline snapshots are written.

import runner from 'posttask:runner';

/** The end of the path of a file that stands for a place that is not known. */
export const UNKNOWN = '?unknown';

let unknownPlaces = 0;

/** The place in the program where a matcher was called. After `rejects`, it is not known: the call was another task. */
function callingPlace() {
  for (const frame of new Error().stack.split('\n')) {
    const [, file, line, column] = /\((.+):(\d+):(\d+)\)$/.exec(frame) ?? [];
    if (!file || file.includes('/node_modules/') || file.startsWith('node_modules/')) continue;
    return `(${runner.absolute(file)}:${line}:${column})`;
  }
  return `(${runner.file()}${UNKNOWN}:${++unknownPlaces}:1)`;
}

/** An error whose stack says where a matcher was called, in the form that the package reads. */
export function callOf() {
  const place = callingPlace();
  const stack = `Error\n    at __INLINE_SNAPSHOT__ ${place}\n    at call ${place}\n    at test ${place}`;
  return Object.assign(new Error('snapshot'), { stack });
}
