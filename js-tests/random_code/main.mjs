// Random programs of the language, from seeds. Each logs what it does. The output has a line for each block of a
// hundred seeds, with a checksum. Arguments: the first seed and the number of seeds (default: 0 100), and `all` for a
// line per program, or `text` for the texts.

import { program } from './program.mjs';
import { run } from './tools.mjs';

const given = typeof scriptArgs === 'object' ? scriptArgs : process.argv.slice(2);
// Rejections that a program does not handle are not compared.
globalThis.process?.on?.('unhandledRejection', () => {});
globalThis.addEventListener?.('unhandledrejection', event => event.preventDefault());

const [first = 0, count = 100] = given.filter(argument => /^\d+$/.test(argument)).map(Number);
let checksum = 0;
for (let seed = first; seed < first + count; seed++) {
  const text = program(seed);
  if (given.includes('text')) console.log(text);
  const result = await run(text);
  if (given.includes('all')) console.log(seed, result);
  for (let i = 0; i < result.length; i++) checksum = (Math.imul(checksum, 31) + result.charCodeAt(i)) >>> 0;
  if (seed % 100 === 99) {
    console.log(`${seed - 99} to ${seed}: ${checksum}`);
    checksum = 0;
  }
}
