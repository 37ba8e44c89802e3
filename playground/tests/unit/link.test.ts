import { expect, test } from 'vitest';
import { fragmentOf, programOf } from '../../src/link.ts';
import { DEFAULTS, type Program } from '../../src/program.ts';

const program: Program = { ...DEFAULTS, source: 'console.log("<b>ä</b> 🙂")', language: 'ts', runs: 10_000 };

test('a link holds the program and its options', async () => {
  const fragment = await fragmentOf(program);
  expect(fragment).toMatch(/^#code=[\w-]+$/);
  expect(await programOf(fragment)).toEqual(program);
});

test('other fragments are no programs', async () => {
  expect(await programOf('')).toBeNull();
  expect(await programOf('#example=draft')).toBeNull();
});

test('damaged links are errors', async () => {
  for (const damaged of ['#code=', '#code=!', '#code=AAAA', (await fragmentOf(program)).slice(0, -4)]) {
    await expect(programOf(damaged)).rejects.toThrow('the program in the link cannot be read');
  }
});

test('a link cannot expand without limit', async () => {
  const bomb = new Blob([new Uint8Array(4 << 20)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(bomb).arrayBuffer());
  const text = Buffer.from(bytes).toString('base64url');
  await expect(programOf(`#code=${text}`)).rejects.toThrow('too large');
});

test('a program that cannot be read from a link is refused', async () => {
  await expect(fragmentOf({ ...program, source: 'x'.repeat(1 << 20) })).rejects.toThrow('too large for a link');
  const largest = { ...program, source: 'x'.repeat((1 << 20) - 100) };
  expect(await programOf(await fragmentOf(largest))).toEqual(largest);
});

test('options that do not exist become the default', async () => {
  const odd = { ...program, profile: 'lynx', level: 'x', runs: 1e9, language: 'py' } as unknown as Program;
  expect(await programOf(await fragmentOf(odd))).toEqual({ ...DEFAULTS, source: program.source });
});
