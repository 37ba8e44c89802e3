// Strings, and the names of properties.

/** The maximum number of characters shown of a string. */
const MAX_CHARACTERS = 10_000;

const ESCAPES: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\\': '\\\\' };

/** A string as source text, if possible in quotes that it does not contain. */
export function quote(string: string): string {
  const mark = ["'", '"', '`'].find(mark => !string.includes(mark)) ?? "'";
  const characters = Array.from(string);
  const shown = characters.slice(0, MAX_CHARACTERS).map(character => {
    if (character === mark) return `\\${mark}`;
    if (!character.isWellFormed()) return `\\u${character.charCodeAt(0).toString(16)}`;
    if (!/[\p{Cc}\\]/u.test(character)) return character;
    return ESCAPES[character] ?? `\\x${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
  });
  const more = characters.length - shown.length;
  const rest = more === 0 ? '' : `... ${more} more character${more === 1 ? '' : 's'}`;
  return `${mark}${shown.join('')}${mark}${rest}`;
}

/** A primitive value. */
export function primitive(value: unknown): string {
  if (typeof value === 'string') return quote(value);
  if (typeof value === 'bigint') return `${value}n`;
  return Object.is(value, -0) ? '-0' : String(value);
}

/** The name of a property, in quotes if necessary. */
export function keyText(key: string | symbol): string {
  if (typeof key === 'symbol') return `[${String(key)}]`;
  // In an object literal, `__proto__` without brackets is not a property.
  if (key === '__proto__') return `['${key}']`;
  return /^[\p{Alphabetic}_$][\p{Alphabetic}\p{N}_$]*$/u.test(key) ? key : quote(key);
}

const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{EPres}/u;

/** How many columns a text takes in a terminal. */
export function textWidth(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length;
  return Array.from(text).reduce((width, character) => {
    if (/[\p{M}\p{Cf}\p{Cc}]/u.test(character)) return width;
    return width + (WIDE.test(character) ? 2 : 1);
  }, 0);
}
