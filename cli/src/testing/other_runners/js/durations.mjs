// Durations as Mocha takes them.

const UNITS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** Milliseconds that are given as a number, or as a text with a unit. */
export function millisecondsOf(given) {
  const [, number, unit = 'ms'] = /^([\d.]+)\s*(ms|s|m|h)?$/.exec(String(given)) ?? [];
  return number === undefined ? Number(given) : Number(number) * UNITS[unit];
}
