// Prints checksums of the results of random programs, one for each 50 seeds. Those of Node are recorded.

import { program } from './program.mjs';
import { run } from './tools.mjs';

export const printChecksums = async (start, count) => {
  // Rejections that a program does not handle are not compared.
  globalThis.process?.on?.('unhandledRejection', () => {});
  globalThis.addEventListener?.('unhandledrejection', event => event.preventDefault());
  for (let first = start; first < start + count; first += 50) {
    let checksum = 0;
    for (let seed = first; seed < first + 50; seed++)
      for (const unit of await run(program(seed))) checksum = (Math.imul(checksum, 31) + unit.codePointAt()) >>> 0;
    console.log(`${first} to ${first + 49}: ${checksum}`);
  }
};
