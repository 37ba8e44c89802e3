// Measures the page in Chromium, beside the command: measure.mjs [POSTTASK]
// Prints the compressed size, how long the page takes to start, and how many orders it explores in a second.

import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { open } from './playground.mjs';

const dist = process.env.DIST ?? join(import.meta.dirname, '..', '..', 'dist');
const command = process.argv[2];
const median = (numbers) => numbers.sort((one, other) => one - other)[Math.floor(numbers.length / 2)];
const round = (number) => Math.round(number * 10) / 10;

const files = [dist, join(dist, 'assets')].flatMap((folder) =>
  readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile()).map(({ name }) => join(folder, name)));
for (const file of files) {
  const bytes = readFileSync(file);
  const params = { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_QUALITY]: 11 };
  const { length } = brotliCompressSync(bytes, { params });
  console.log(`${file.slice(dist.length + 1)}: ${bytes.length} bytes, ${length} with brotli`);
}

const { playground, page, close } = await open();
const starts = [];
const firstRuns = [];
for (let round = 0; round < 10; round++) {
  await playground.load();
  starts.push(await page.evaluate(() => performance.getEntriesByName('posttask-ready')[0].startTime));
  firstRuns.push(await page.evaluate(async () => {
    const start = performance.now();
    document.querySelector('#run').click();
    while (document.body.dataset.busy || document.querySelector('.console-line') === null) {
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    return performance.now() - start;
  }));
}
console.log(`start: ${round(median(starts))} ms (of ${starts.map(round).join(', ')})`);
console.log(`first run after the start: ${round(median(firstRuns))} ms`);

/** A program with more orders than can be run. */
const PROGRAM = `let sum = 0;
for (let i = 0; i < 5; i++) {
  setTimeout(async () => { sum += i; await scheduler.yield(); sum -= i; }, i);
  scheduler.postTask(() => { sum += i; }, { delay: i });
}
setTimeout(() => { if (sum !== 10) throw new Error('sum: ' + sum); }, 50);`;

await page.click('#tab-explore');
await playground.write(PROGRAM);
await page.selectOption('#runs', '1000');
const explore = async () => {
  const start = performance.now();
  await playground.press('#explore');
  return (performance.now() - start) / 1_000;
};
const file = join(tmpdir(), `posttask-measure-${process.pid}.js`);
writeFileSync(file, PROGRAM);
const native = () => {
  const start = performance.now();
  execFileSync(command, ['explore', '--frames', '60', '--jobs', '1', '--runs', '1000', file], { stdio: 'ignore' });
  return (performance.now() - start) / 1_000;
};
/** Like `native`, without the exit code of a program that fails. */
const timed = () => {
  const start = performance.now();
  try {
    return native();
  } catch {
    return (performance.now() - start) / 1_000;
  }
};
const pairs = [];
for (let round = 0; round < 5; round++) pairs.push([await explore(), command === undefined ? NaN : timed()]);
const page_ = median(pairs.map(([one]) => one));
console.log(`1,000 runs: ${round(page_ * 1000)} ms in the page`);
if (command !== undefined) {
  const ratios = pairs.map(([one, other]) => (100 * other) / one);
  console.log(`the command takes ${round(median(pairs.map(([, other]) => other)) * 1000)} ms;`
    + ` the page is ${round(median(ratios))} % as fast (of ${ratios.map(round).join(', ')})`);
}
await close();
