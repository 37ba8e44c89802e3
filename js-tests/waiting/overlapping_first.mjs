import './awaits_for_long.mjs';
console.log('the first one that waits');
