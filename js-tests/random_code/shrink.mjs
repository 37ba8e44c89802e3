// Makes a program smaller that has different results. Not its text is changed, but the choices of the generator: parts
// of them are left out, or become 0, which is the simplest choice nearly everywhere.

import { both } from './engines.mjs';
import { programOf } from './program.mjs';
import { choices } from './random.mjs';

const BATCH = 40;

/** Variations of choices: the boldest first. */
function* variations(list) {
  for (let size = list.length >> 1; size >= 1; size >>= 1)
    for (let start = 0; start < list.length; start += size) {
      yield list.toSpliced(start, size);
      if (list.slice(start, start + size).some(Boolean)) yield list.with(start, 0).fill(0, start, start + size);
    }
  for (const index of list.keys()) if (list[index] > 1) yield list.with(index, list[index] >> 1);
}

const isSmaller = (a, b) => a.length < b.length || (a.length === b.length && a < b);

/** The best of the variations that still differ. Each text is tried once. */
const better = (command, best, tried) => {
  let batch = [];
  const differing = () =>
    both(
      command,
      batch.splice(0).map(({ text }) => text),
    );
  const attempt = () => {
    const made = [...batch];
    const found = differing().findIndex(({ expected, actual }) => expected !== actual);
    return made[found];
  };
  for (const variation of variations(best.choices)) {
    let text;
    try {
      text = programOf(variation);
    } catch {
      continue;
    }
    if (tried.has(text) || !isSmaller(text, best.text)) continue;
    tried.add(text);
    batch.push({ text, choices: [...choices()] });
    if (batch.length < BATCH) continue;
    const found = attempt();
    if (found) return found;
  }
  return batch.length ? attempt() : undefined;
};

/** The smallest program that was found, from the choices of one that differs. */
export const shrink = (command, first) => {
  let best = { text: programOf(first), choices: first };
  const tried = new Set();
  for (let next; (next = better(command, best, tried));) best = next;
  return best.text;
};
