// Random numbers from a seed: the same in each engine.

let state = 1;

export const setSeed = seed => {
  state = (seed * 2654435761) >>> 0;
  for (let i = 0; i < 5; i++) random(2);
};

/** A number from 0 to `n - 1`. */
export const random = n => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 4294967296) * n);
};

export const pick = list => list[random(list.length)];
export const chance = percent => random(100) < percent;
