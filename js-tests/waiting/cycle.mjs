// The first module of a cycle waits for one other, and the second one for two.
import './cycle_second.mjs';
console.log('the first module of the cycle');
