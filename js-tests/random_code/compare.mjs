// Compares random programs in Node with another engine, and prints those that differ, reduced.
//
//   node compare.mjs ENGINE [FIRST SEED] [COUNT] [--whole]
//
// With --whole, programs are not reduced. The exit code is 1 if any differ.

import { both } from './engines.mjs';
import { program } from './program.mjs';
import { choices } from './random.mjs';
import { shrink } from './shrink.mjs';

const words = process.argv.slice(2).filter(word => !word.startsWith('--'));
const command = words[0].split(' ');
const [first = 0, count = 100] = words.slice(1).map(Number);
const BATCH = 100;

let differing = 0;
for (let start = first; start < first + count; start += BATCH) {
  const seeds = Array.from({ length: Math.min(BATCH, first + count - start) }, (_, index) => start + index);
  const compared = both(command, seeds.map(program));
  for (const [index, { expected, actual }] of compared.entries()) {
    if (expected === actual) continue;
    differing++;
    let text = program(seeds[index]);
    if (!process.argv.includes('--whole')) text = shrink(command, [...choices()]);
    const [result] = both(command, [text]);
    console.log(`--- seed ${seeds[index]}\n${text}\nNode:   ${result.expected}\nengine: ${result.actual}`);
  }
}
console.log(`${differing} of ${count} programs differ`);
process.exitCode = differing ? 1 : 0;
