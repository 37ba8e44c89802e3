import { dep } from './whole.mjs';

export default () => `hello ${dep}`;
export let count = 1;
export const increment = () => count++;
console.log('greeting runs');
