import { name } from './b.mjs';
export let value = 1;
export function bump() { value += 1; }
console.log('a imports', name);
