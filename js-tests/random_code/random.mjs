// Random numbers from a seed: the same in each engine.

let state = 1;
/** The numbers to return instead, if a program is made again with some of its choices changed. */
let given = null;
let taken = [];

export const setSeed = seed => {
  state = (seed * 2654435761) >>> 0;
  given = null;
  taken = [];
  for (let i = 0; i < 5; i++) next();
};

/** What `random` returns from now on: these numbers, and 0 after them. */
export const setChoices = choices => {
  given = choices;
  taken = [];
};

/** What `random` has returned. */
export const choices = () => taken;

const next = () => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state / 4294967296;
};

/** A number from 0 to `n - 1`. */
export const random = n => {
  const number = given ? Math.min(given[taken.length] ?? 0, n - 1) : Math.floor(next() * n);
  taken.push(number);
  return number;
};

export const pick = list => list[random(list.length)];
export const chance = percent => random(100) < percent;
