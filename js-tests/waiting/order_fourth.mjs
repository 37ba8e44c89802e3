import './awaits.mjs?3';
console.log('fourth');
