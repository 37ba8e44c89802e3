// A declaration for TypeScript does not hide `require`.
import { expect, it } from 'vitest';

declare function require(name: string): { sep: string };
declare const __dirname: string;

it('has what it declares', () => {
  expect(require('node:path').sep).toBe('/');
  expect(__dirname.split('/').at(-1)).toBe('src');
});
