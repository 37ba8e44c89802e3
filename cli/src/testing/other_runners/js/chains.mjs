// Functions whose properties add to what they mean, such as `test.only.concurrent`.

/**
 * Returns a function that calls `declare` with the words that were read before the call, as an object. `members`
 * returns its other properties.
 */
export function chain(words, declare, members, read = {}) {
  const call = (...args) => declare(read, ...args);
  for (const word of words) {
    Object.defineProperty(call, word, {
      configurable: true,
      get: () => chain(words, declare, members, { ...read, [word]: true }),
    });
  }
  return Object.assign(call, members(read));
}
