// The places of a program in names of work: `5:28`, `5:28#2` and `5:28(9:3)`.

import type { Position } from './engine/protocol.ts';

/** The places in a text such as a name of work or a deviation, in their order, each once. */
export function placesIn(text: string): Position[] {
  // What follows `@` says what the code at a place looks like.
  const found = text.replace(/@[^,]*/g, '').matchAll(/(?<![\w.:/])(\d+):(\d+)(?![\w:])/g);
  const places = new Map<string, Position>();
  for (const [whole, line, column] of found) places.set(whole, [Number(line), Number(column)]);
  return [...places.values()];
}

/** The parts of a sentence about the program: texts, and places such as `app.js:17:11`. */
export function partsOf(sentence: string): (string | Position)[] {
  const parts: (string | Position)[] = [];
  let end = 0;
  for (const found of sentence.matchAll(/\bapp\.[jt]sx?:(\d+):(\d+)/g)) {
    parts.push(sentence.slice(end, found.index), [Number(found[1]), Number(found[2])]);
    end = found.index + found[0].length;
  }
  return [...parts, sentence.slice(end)];
}

/** The place at the end of a location such as `app.js:3:7`. */
export function placeOf(location: string | null): Position | null {
  const match = /:(\d+):(\d+)$/.exec(location ?? '');
  return match === null ? null : [Number(match[1]), Number(match[2])];
}
