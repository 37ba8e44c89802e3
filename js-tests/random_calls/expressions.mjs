// Runs random regular expressions on random strings, and prints what they find.
//
// Reads SEED and COUNT from `globalThis.CALLS`, which `compare.mjs` sets.

import { pick, random, start } from './values.mjs';

const ASSERTIONS = ['\\b', '^', '$', '(?=a)', '(?!b)', '(?<=a)', '(?<!b)'];
const CHARACTERS = ['a', 'b', 'c', '[ab]', '.', '[^a]', '\\w', '\\s', '\\d', '[a-c]', '\\W', 'A', 'é', '[^\\W_]'];
const UNICODE = ['😀', '\\u{1f600}', '\\p{L}', '[é😀]'];
const CODE_UNITS = ['\\ud83d', '\\x61', '[^\\x00-\\x7f]', '[b-\\uffff]'];
const QUANTIFIERS = ['*', '+', '?', '*?', '+?', '??', '{2}', '{1,2}', '{0,2}?', '{2,}', '{1}'];
const FLAGS = ['', '', 'i', 'u', 'iu', 's', 'm', 'g', 'y', 'd', 'gy', 'dgu', 'v'];

const many = (most, make) => Array.from({ length: 1 + random(most) }, make);

class Pattern {
  flags = pick(FLAGS);
  #groups = 0;
  #names = 0;

  #group(depth) {
    const kind = random(10);
    if (kind < 3) {
      this.#groups++;
      return `(${kind === 0 ? `?<n${this.#names++}>` : ''}${this.alternatives(depth - 1)})`;
    }
    if (kind < 4) return `${pick(['(?=', '(?!', '(?<=', '(?<!'])}${this.alternatives(1)})`;
    return `(?:${this.alternatives(depth - 1)})`;
  }

  #part(depth) {
    if (depth > 0 && random(3) === 0) return this.#group(depth);
    if (this.#groups && random(12) === 0) return `\\${1 + random(this.#groups)}`;
    return pick([...CHARACTERS, ...(/[uv]/.test(this.flags) ? UNICODE : CODE_UNITS)]);
  }

  #repeated(depth) {
    if (random(6) === 0) return pick(ASSERTIONS);
    const part = this.#part(depth);
    return random(2) || /^\(\?(=|!|<=|<!)/.test(part) ? part : part + pick(QUANTIFIERS);
  }

  alternatives(depth) {
    return many(random(3) ? 1 : 3, () => many(3, () => this.#repeated(depth)).join('')).join('|');
  }
}

// With the flags `u` and `v`, V8 is wrong about surrogates that are no part of a pair.
const text = flags => {
  const characters = [...'aaabbbc A1é\n', '😀', ...(/[uv]/.test(flags) ? [] : ['\ud83d', '\ude00'])];
  return Array.from({ length: random(11) }, () => pick(characters)).join('');
};

function found(source, flags, string) {
  try {
    const expression = new RegExp(source, flags);
    if (/[gy]/.test(flags)) expression.lastIndex = random(4);
    const match = expression.exec(string);
    const { index, groups, indices } = match ?? {};
    return JSON.stringify([match, index, groups, indices, expression.lastIndex, string.replace(expression, '<$&$1>')]);
  } catch (error) {
    return error.name;
  }
}

const { seed, count } = globalThis.CALLS;
if (count === 0) console.log('RegExp.prototype.exec');
for (let call = 0; call < count; call++) {
  start(seed, call);
  const pattern = new Pattern();
  const source = `${pick(['^', ''])}${pattern.alternatives(3)}${pick(['$', '', 'c', ''])}`;
  const string = text(pattern.flags);
  const shown = `${JSON.stringify(source)} ${pattern.flags} ${JSON.stringify(string)}`;
  console.log(`${call} ${shown} => ${found(source, pattern.flags, string)}`);
}
