// What a test must not be able to do to the others, or to the terminal.
import test, { describe, it } from 'node:test';
import { strictEqual } from 'node:assert';

describe('a suite that never settles', () => new Promise(() => {}));

let ended;
test('fails', t => { ended = t; throw new Error('a reason') });
test('cannot be skipped after its end', t => {
  ended.skip();
  ended.todo();
  ended.diagnostic('not reported');
  throw new Error('another reason');
});

test('throws an object that is 100,000 levels deep', () => {
  let value = {};
  for (let level = 0; level < 100_000; level++) value = { value };
  throw value;
});

test('moves the clock further than a date can be', { timeout: Infinity }, async t => {
  await t.clock.advance(1e22);
  strictEqual(Number.isNaN(Date.now()), false);
  new Date();
});

test('does not await the clock', t => { t.clock.advance(5).then(() => { throw new Error('never thrown') }) });
test('awaits the clock later', async t => { const moved = t.clock.advance(5); await moved; });

test('leaves 100 timers', () => { for (let timer = 0; timer < 100; timer++) setTimeout(() => {}, 1000); });
test('leaves timers of 30 times', () => { for (let timer = 0; timer < 30; timer++) setTimeout(() => {}, timer); });

test('has control characters in its message', () => { throw new Error('\x1b[31mred\x00 \u202e') });

test('chooses for ever', { explore: { runs: 1 } }, t => { while (t.explore) t.explore.choose(2); });
