// Where two lists differ.

/** The index of the first item that differs; `null` if none does. */
export function firstDifference(one: readonly string[], other: readonly string[]): number | null {
  const longest = Math.max(one.length, other.length);
  for (let index = 0; index < longest; index++) {
    if (one[index] !== other[index]) return index;
  }
  return null;
}
