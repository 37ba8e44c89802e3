// The random numbers of a seed: those of posttask, whose generator is wyrand (wyhash, final version 4.2).

const U64 = (1n << 64n) - 1n;

export class RandomNumbers {
  #state;

  constructor(seed) {
    this.#state = BigInt(seed) & U64;
  }

  u64() {
    this.#state = (this.#state + 0x2d358dccaa6c78a5n) & U64;
    const product = this.#state * (this.#state ^ 0x8bb84b93962eacc9n);
    return (product & U64) ^ (product >> 64n);
  }

  /** A number from 0, less than 1. */
  number() {
    for (;;) {
      const number = Number(this.u64() >> 1n) / 2 ** 63;
      if (number < 1) return number;
    }
  }

  fill(bytes) {
    for (let start = 0; start < bytes.length; start += 8) {
      let block = this.u64();
      for (let i = start; i < Math.min(start + 8, bytes.length); i++, block >>= 8n) bytes[i] = Number(block & 0xffn);
    }
  }
}

/** What makes the random bytes of a seed different from its numbers. */
const SEED_OF_BYTES = 0x6279746573000000n;

/** Replaces `Math.random` and the random values of `crypto`. */
export function installRandomNumbers(seed, global) {
  const numbers = new RandomNumbers(new RandomNumbers(seed).u64());
  const bytes = new RandomNumbers(BigInt(seed) ^ SEED_OF_BYTES);
  global.Math.random = () => numbers.number();
  const { crypto } = global;
  const define = (name, value) => Object.defineProperty(crypto, name, { value, writable: true, configurable: true });
  const { getRandomValues } = crypto;
  define('getRandomValues', array => {
    // The engine's own function checks the argument.
    getRandomValues.call(crypto, array);
    bytes.fill(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
    return array;
  });
  define('randomUUID', () => {
    const uuid = new Uint8Array(16);
    bytes.fill(uuid);
    uuid[6] = (uuid[6] & 0x0f) | 0x40;
    uuid[8] = (uuid[8] & 0x3f) | 0x80;
    const hex = Array.from(uuid, byte => byte.toString(16).padStart(2, '0')).join('');
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.*)$/, '$1-$2-$3-$4-$5');
  });
}
