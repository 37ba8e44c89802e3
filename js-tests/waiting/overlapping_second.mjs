import './awaits_for_long.mjs';
console.log('the second one that waits');
throw new Error('thrown by the second one');
