import test from 'node:test';
import { all } from './errors.mjs';
for (const [name, make] of all) {
  test(name, () => { throw make(); });
}
