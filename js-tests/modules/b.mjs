import * as a from './a.mjs';
export const name = 'b';
export const cyclic = () => a.value;
console.log('b runs first');
