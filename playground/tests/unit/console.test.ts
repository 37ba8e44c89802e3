// Compares the console for "Run in this browser itself" with that of the command: the golden files of js-tests/ have
// what the command prints.

import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { consoleMethods } from '../../src/browser/console/console.ts';
import { rememberProxies } from '../../src/browser/console/stored.ts';

const folder = new URL('../../../js-tests/programs/console/', import.meta.url);

/** What the console prints when a program runs here, in virtual time. The names of the program are its own. */
async function printed(program: string): Promise<string> {
  const lines: string[] = [];
  const { Proxy } = globalThis;
  vi.useFakeTimers();
  rememberProxies(globalThis);
  try {
    new Function('console', program)(consoleMethods(line => lines.push(line), () => performance.now()));
    await vi.runAllTimersAsync();
  } finally {
    globalThis.Proxy = Proxy;
    vi.useRealTimers();
  }
  return `${lines.join('\n')}\n`;
}

for (const name of ['values', 'methods', 'warnings']) {
  test(`the console prints ${name} as the command does`, async () => {
    const read = (extension: string) => readFileSync(new URL(`${name}.${extension}`, folder), 'utf8');
    expect(await printed(read('js'))).toBe(read('out').replace('--- stderr\n', ''));
  });
}
